import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Entry } from '../../../protocol/conversation.ts';
import { Markdown } from '../answer/markdown.tsx';
import { Button } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import { menuOf, selectedIn } from '../../shared/contextMenu.ts';
import { memo } from '../../shared/memo.ts';
import { usePanel } from '../panelContext.ts';
import { entryButtons, fittingButtons, isRunning } from './entryActions.ts';
import { EntryFooter } from './entryFooter.tsx';
import { EntryFailure } from './failure.tsx';
import { EntryQuestion } from './question.tsx';
import { Reasoning } from './reasoning.tsx';
import { StatusLine } from './statusLine.tsx';
import { Toolbar } from './toolbar.tsx';

interface EntryProps {
  entry: Entry;
  number: number;
  /** The beginning of the question that this one continues. */
  follows: string | undefined;
  /** Whether a model is offered in the place of what answered. */
  offersModel?: boolean;
}

/** One question and its answer. */
export const EntryView = memo(({ entry, number, follows, offersModel = false }: EntryProps): VNode => {
  const { post, showSent } = usePanel();
  const headingId = useId();
  const { id, status, text, error } = entry;
  const running = isRunning(status);
  const items = fittingButtons({ ...entry, hasText: text !== '' }).map(button => ({
    id: button,
    ...entryButtons[button],
    run: () => (button === 'showSent' ? showSent(id) : post({ type: 'entry', id, action: button })),
  }));
  const menu = (selected: string) =>
    menuOf('sightline.entry', {
      entry: id,
      selected,
      entryHasText: text !== '',
      entryEnded: !running,
      entryHasFile: entry.pictures.some(({ source }) => source !== undefined),
    });
  return (
    <article
      class={`entry ${status}`}
      aria-labelledby={headingId}
      aria-busy={running}
      data-entry={id}
      {...menu('')}
      onContextMenu={event =>
        Object.assign(event.currentTarget.dataset, {
          vscodeContext: menu(selectedIn(event.currentTarget))['data-vscode-context'],
        })
      }
      tabIndex={-1}
    >
      <EntryQuestion
        {...{ headingId, number, follows }}
        entryId={id}
        prompt={entry.prompt}
        pictures={entry.pictures}
        source={entry.source}
      />
      <div class="answer">
        <Reasoning
          text={entry.reasoning}
          thinking={running && text === ''}
          growing={running}
          seconds={entry.thoughtSeconds}
        />
        {text !== '' && <Markdown text={text} growing={running} truncated={status !== 'complete'} />}
        {error ? (
          <EntryFailure entryId={id} status={status} error={error} hasText={text !== ''} />
        ) : (
          <StatusLine
            entryId={id}
            status={status}
            startedAt={entry.startedAt}
            thinking={entry.reasoning !== '' && text === ''}
          />
        )}
        {[...entry.notices, ...(running && entry.waiting ? [entry.waiting] : [])].map(notice => (
          <p key={notice} class="notice">
            <Codicon name="info" />
            <span dir="auto">{notice}</span>
          </p>
        ))}
        {offersModel && (
          <div class="remedies">
            <Button
              label={t('Choose Model')}
              icon="sparkle"
              secondary
              onClick={() => post({ type: 'chooseModel' })}
            />
          </div>
        )}
      </div>
      <footer>
        <EntryFooter {...entry} />
        <Toolbar label={t('Actions for question {number}', { number })} items={items} />
      </footer>
    </article>
  );
});
