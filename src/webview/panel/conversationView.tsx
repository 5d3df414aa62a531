import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Entry, ModelView } from '../../protocol/conversation.ts';
import { Codicon } from '../shared/codicon.tsx';
import { EmptyState } from './emptyState.tsx';
import { EntryView } from './entry/entryView.tsx';
import { RemovedEntry } from './entry/removedEntry.tsx';
import { firstLine } from '../shared/format.ts';
import { takeFocus } from '../shared/takeFocus.ts';
import type { PanelState } from './panelState.ts';
import { useDrawnEntries } from './useDrawnEntries.ts';
import { useStickToBottom } from './useStickToBottom.ts';
import { savedPlace, savePlace, type ScrollPlace } from './vscodeApi.ts';

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
  const restored = useRef(savedPlace());
  const { atBottom, toBottom, letGo } = useStickToBottom(box, content);
  const undrawn = useDrawnEntries(entries, [restored.current?.entry, reveal.value]);

  // Back to where the person was before the panel was hidden or the window reloaded.
  useLayoutEffect(() => {
    const place = restored.current;
    if (!loaded || place === undefined || !box.current || !content.current) return;
    restored.current = undefined;
    const entry = entryElement(content.current, place.entry);
    if (entry === null) return;
    letGo();
    scrollToEntry(box.current, entry, place.above);
  }, [loaded]);
  useEffect(() => {
    const element = box.current;
    if (!element || !loaded) return;
    const save = () => savePlace(atBottom ? undefined : placeIn(element));
    save();
    element.addEventListener('scrollend', save);
    return () => element.removeEventListener('scrollend', save);
  }, [atBottom, loaded]);

  useEffect(() => {
    if (reveal.value === undefined || !box.current || !content.current) return;
    const entry = entryElement(content.current, reveal.value);
    if (entry === null) return;
    // The last one is followed while it grows.
    if (entry.nextElementSibling !== null) letGo();
    scrollToEntry(box.current, entry, 0);
  }, [letGo, reveal]);

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

  return (
    <main ref={box} tabIndex={-1} aria-label={t('Conversation')}>
      <h1 class="only-read">Sightline</h1>
      <div class="conversation" ref={content}>
        {loaded && entries.length === 0 && <EmptyState offline={state.model?.offline ?? false} />}
        {entries.slice(undrawn).map((entry, place) => {
          const index = undrawn + place;
          return removed.has(entry.id) ? (
            <RemovedEntry key={entry.id} entryId={entry.id} number={index + 1} />
          ) : (
            <EntryView
              key={entry.id}
              entry={entry}
              number={index + 1}
              follows={followedPrompt(entries, index)}
              offersModel={index === entries.length - 1 && isOfflineAnswer(entry, state.model)}
            />
          );
        })}
      </div>
      <JumpToLatest needed={!atBottom} jump={toBottom} />
    </main>
  );
}

/** Stays while it has the keyboard's focus, even where it is no longer needed: focus that vanishes starts over at the top. */
function JumpToLatest({ needed, jump }: { needed: boolean; jump: () => void }): VNode | null {
  const [focused, setFocused] = useState(false);
  if (!needed && !focused) return null;
  return (
    <button
      type="button"
      class="jump"
      onClick={jump}
      onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <Codicon name="arrow-down" /> {t('Jump to latest')}
    </button>
  );
}

/** Whether what answered was no model, and would be asked the next time as well. */
function isOfflineAnswer({ status, provider, model }: Entry, next: ModelView | undefined): boolean {
  return (
    next?.offline === true && status === 'complete' && provider === next.provider && model === next.model
  );
}

/** The question that an entry continues, where that does not stand just above it. */
function followedPrompt(entries: readonly Entry[], index: number): string | undefined {
  const of = entries[index]?.followUpOf;
  if (of === undefined || of === entries[index - 1]?.id) return undefined;
  const followed = entries.find(({ id }) => id === of);
  return followed && (firstLine(followed.prompt) || t('an image'));
}

function entryElement(content: Element, id: string): Element | null {
  return content.querySelector(`[data-entry="${CSS.escape(id)}"]`);
}

/** Scrolls until an entry is so many pixels above the upper edge. */
function scrollToEntry(box: Element, entry: Element, above: number): void {
  const goThere = () => {
    entry.scrollIntoView({ block: 'start' });
    box.scrollTop += above;
  };
  goThere();
  // Two frames later what has come into view is laid out, and no longer as high as was supposed.
  requestAnimationFrame(() => requestAnimationFrame(goThere));
}

/** Where a scrolled conversation stands: at the first entry that reaches below its upper edge. */
function placeIn(box: Element): ScrollPlace | undefined {
  const edge = box.getBoundingClientRect().top;
  const entry = [...box.querySelectorAll<HTMLElement>('[data-entry]')].find(
    element => element.getBoundingClientRect().bottom > edge,
  );
  const id = entry?.dataset['entry'];
  if (entry === undefined || id === undefined) return undefined;
  return { entry: id, above: edge - entry.getBoundingClientRect().top };
}
