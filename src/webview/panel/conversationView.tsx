import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Codicon } from '../shared/codicon.tsx';
import { EmptyState } from './emptyState.tsx';
import { EntryView } from './entry/entryView.tsx';
import { RemovedEntry } from './entry/removedEntry.tsx';
import { firstLine } from '../shared/format.ts';
import { takeFocus } from '../shared/takeFocus.ts';
import type { PanelState } from './panelState.ts';
import { savedScroll, saveScroll } from './vscodeApi.ts';
import { useStickToBottom } from './useStickToBottom.ts';

interface ConversationProps {
  state: PanelState;
  /** How many questions have been sent from here; with each, the end comes into view. */
  submitted: number;
}

/** The questions and answers, scrolled. */
export function ConversationView({ state, submitted }: ConversationProps): VNode {
  const { entries, loaded, removed, reveal } = state;
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { atBottom, toBottom, letGo } = useStickToBottom(box, content);

  // Back to where the person was before the panel was hidden or the window reloaded.
  useLayoutEffect(() => {
    const top = savedScroll();
    if (!loaded || top === undefined || !box.current) return;
    letGo();
    box.current.scrollTop = top;
  }, [loaded]);
  useEffect(() => {
    const element = box.current;
    if (!element || !loaded) return;
    const save = () => saveScroll(atBottom ? undefined : element.scrollTop);
    save();
    element.addEventListener('scrollend', save);
    return () => element.removeEventListener('scrollend', save);
  }, [atBottom, loaded]);

  useEffect(() => {
    if (reveal.value === undefined) return;
    const entry = content.current?.querySelector(`[data-entry="${CSS.escape(reveal.value)}"]`);
    entry?.scrollIntoView({ block: 'start' });
  }, [reveal]);

  useEffect(() => {
    if (submitted > 0) toBottom();
  }, [submitted, toBottom]);

  // An entry that goes may have had the focus.
  const count = useRef(0);
  useLayoutEffect(() => {
    const fewer = entries.length < count.current;
    count.current = entries.length;
    if (fewer && document.activeElement === document.body && box.current) takeFocus(box.current);
  }, [entries.length]);

  const prompts = new Map(entries.map(({ id, prompt }) => [id, firstLine(prompt) || 'an image'] as const));
  return (
    <main ref={box} tabIndex={-1} aria-label="Conversation">
      <h1 class="only-read">Sightline</h1>
      <div class="conversation" ref={content}>
        {loaded && entries.length === 0 && <EmptyState offline={state.model?.offline ?? false} />}
        {entries.map((entry, index) =>
          removed.has(entry.id) ? (
            <RemovedEntry key={entry.id} entryId={entry.id} number={index + 1} />
          ) : (
            <EntryView
              key={entry.id}
              entry={entry}
              number={index + 1}
              // That it continues what stands above it goes without saying.
              follows={
                entry.followUpOf === undefined || entry.followUpOf === entries[index - 1]?.id
                  ? undefined
                  : prompts.get(entry.followUpOf)
              }
            />
          ),
        )}
      </div>
      {!atBottom && (
        <button type="button" class="jump" onClick={toBottom}>
          <Codicon name="arrow-down" /> Jump to latest
        </button>
      )}
    </main>
  );
}
