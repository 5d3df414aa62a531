import type { VNode } from 'preact';
import { counted, tParts } from '../../../base/l10n.ts';
import type { Entry } from '../../../protocol/conversation.ts';
import { firstLine } from '../../shared/format.ts';

/** What the next question continues: the images of the questions before it, else the last of those by its words. */
export function Continued({ entries, from }: { entries: readonly Entry[]; from: string }): VNode {
  const chain = chainTo(entries, from);
  const names = [...new Set(chain.flatMap(({ pictures }) => pictures.map(({ name }) => name)))];
  const [name] = names;
  if (name === undefined)
    return (
      <>{tParts('Continues “{question}”', { question: <bdi>{firstLine(chain[0]?.prompt ?? '')}</bdi> })}</>
    );
  return names.length === 1 ? (
    <>{tParts('About {name}', { name: <bdi>{name}</bdi> })}</>
  ) : (
    <>{counted(names.length, 'About {count} image', 'About {count} images')}</>
  );
}

/** An entry and those that it continues, the newest first. */
function chainTo(entries: readonly Entry[], from: string): Entry[] {
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  const chain = new Set<Entry>();
  for (let next: string | undefined = from; next !== undefined;) {
    const entry = byId.get(next);
    if (entry === undefined || chain.has(entry)) break;
    chain.add(entry);
    next = entry.followUpOf;
  }
  return [...chain];
}
