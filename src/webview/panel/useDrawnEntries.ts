import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { Entry } from '../../protocol/conversation.ts';

/** Entries at the end that are drawn at once. */
const atOnce = 12;
/** Older ones that are drawn together while the page has nothing else to do: few, so that a key typed meanwhile is not late. */
const together = 5;

/**
 * How many entries at the beginning of a long conversation are not drawn yet: none after a moment. A conversation opens with
 * its end, and the rest follows from there while the page is idle.
 * @param shown Ids of entries that are scrolled to: where one is not drawn yet, all are, so that nothing moves it away.
 */
export function useDrawnEntries(entries: readonly Entry[], shown: readonly (string | undefined)[]): number {
  const known = useRef<{ ids: ReadonlySet<string>; undrawn: number }>({ ids: new Set(), undrawn: 0 });
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const [first] = entries;
  // Another conversation: one that only lost its first entries begins with one that was there before.
  const isAnother = first !== undefined && !known.current.ids.has(first.id);
  if (isAnother) known.current.undrawn = entries.length - atOnce;
  if (isAnother || entries.length !== known.current.ids.size)
    known.current.ids = new Set(entries.map(({ id }) => id));
  const isShownAbove = entries
    .slice(0, Math.max(0, known.current.undrawn))
    .some(({ id }) => shown.includes(id));
  const undrawn = isShownAbove ? 0 : Math.max(0, known.current.undrawn);
  known.current.undrawn = undrawn;

  useEffect(() => {
    if (undrawn === 0) return;
    return whenIdle(() => {
      known.current.undrawn = undrawn - together;
      drawAgain(undefined);
    });
  }, [undrawn]);
  return undrawn;
}

/** Calls something once the page has nothing else to do; returns what calls it off. */
function whenIdle(act: () => void): () => void {
  // Safari, in which the editor runs as well, does not have it.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
