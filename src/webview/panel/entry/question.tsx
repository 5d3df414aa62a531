import { t, tParts } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Entry, PictureView } from '../../../protocol/conversation.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { EntryPictures } from './pictures.tsx';

/** Lines of a prompt that are shown at once. */
const shownLines = 12;

interface QuestionProps {
  entryId: string;
  headingId: string;
  number: number;
  prompt: string;
  pictures: PictureView[];
  /** What was asked of which text, in short: then the prompt, with that text in it, is folded. */
  source: Entry['source'];
  /** The beginning of the question that this one continues. */
  follows: string | undefined;
}

/** What was asked: the pictures and the prompt. A long prompt, say a whole file, is folded. */
export function EntryQuestion(props: QuestionProps): VNode {
  const { entryId, headingId, number, prompt, pictures, source, follows } = props;
  const [whole, setWhole] = useState(false);
  const lines = prompt.split('\n');
  const folded = source !== undefined || lines.length > shownLines + 3;
  const first = source === undefined ? lines.slice(0, shownLines).join('\n') : '';
  const shown = folded && !whole ? first : prompt;
  return (
    <div class="question">
      <h2 id={headingId} class="only-read">
        {t('Question {number}', { number })}
      </h2>
      {follows !== undefined && (
        <p class="follows">
          <Codicon name="reply" /> {tParts('Follow-up to “{follows}”', { follows: <bdi>{follows}</bdi> })}
        </p>
      )}
      <EntryPictures {...{ pictures, entryId }} />
      {source !== undefined && (
        <p class="asked">
          <span dir="auto">{source.label}</span>
          <span class="chip">
            <Codicon name="code" />
            <bdi class="name">{source.place}</bdi>
          </span>
        </p>
      )}
      {shown !== '' && (
        <div class={source === undefined ? 'prompt' : 'prompt code'} dir="auto">
          {shown}
        </div>
      )}
      {folded && (
        <button type="button" class="text-button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          <Codicon name={whole ? 'chevron-up' : 'chevron-down'} />
          {source === undefined
            ? whole
              ? t('Show less')
              : t('Show all {lines} lines', { lines: lines.length })
            : whole
              ? t('Hide prompt')
              : t('Show prompt')}
        </button>
      )}
    </div>
  );
}
