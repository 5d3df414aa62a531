import type { VNode } from 'preact';
import { plural } from '../../../base/format.ts';
import type { Entry } from '../../../protocol/conversation.ts';
import { firstLine } from '../../shared/format.ts';

/** What the next question continues: the images of the questions before it, else the last of those by its words. */
export function Continued({ entries, from }: { entries: readonly Entry[]; from: string }): VNode {
  const chain = chainTo(entries, from);
  const names = [...new Set(chain.flatMap(({ pictures }) => pictures.map(({ name }) => name)))];
  const [name] = names;
  if (name === undefined)
    return (
      <>
        Continues “<bdi>{firstLine(chain[0]?.prompt ?? '')}</bdi>”
      </>
    );
  return names.length === 1 ? (
    <>
      About <bdi>{name}</bdi>
    </>
  ) : (
    <>About {plural(names.length, 'image')}</>
  );
}

/** An entry and those that it continues, the newest first. */
function chainTo(entries: readonly Entry[], from: string): Entry[] {
  const chain: Entry[] = [];
  for (let next: string | undefined = from; next !== undefined;) {
    const entry = entries.find(({ id }) => id === next);
    if (entry === undefined || chain.includes(entry)) break;
    chain.push(entry);
    next = entry.followUpOf;
  }
  return chain;
}
