import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import type { Fact } from '../../protocol/picture.ts';
import { Codicon } from '../shared/codicon.tsx';

interface FactsListProps {
  title: string;
  facts: Fact[];
  notes?: string[];
  /** How deep its heading lies. */
  level?: 2 | 3;
}

/** What is known of a picture, line by line, with what is worth a sentence. */
export function FactsList({ title, facts, notes = [], level = 3 }: FactsListProps): VNode {
  const Heading = `h${level}` as const;
  return (
    <section class="picture-facts" aria-label={title}>
      <Heading>{title}</Heading>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {notes.map(note => (
        <p key={note} class="notice">
          <Codicon name="info" />
          <span dir="auto">{note}</span>
        </p>
      ))}
    </section>
  );
}

/** What did not go along with a picture. */
export function NotSent({ removed }: { removed: string[] }): VNode {
  return (
    <section class="picture-facts" aria-label={t('Not sent')}>
      <h3>{t('Not sent')}</h3>
      {removed.length === 0 ? (
        <p>{t('Nothing: the original contains only pixels.')}</p>
      ) : (
        <ul>
          {removed.map(phrase => (
            <li key={phrase} dir="auto">
              {phrase}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
