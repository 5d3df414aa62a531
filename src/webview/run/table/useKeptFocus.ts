import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useFocusWithin } from '../useFocusWithin.ts';

/**
 * Keeps the focus on the row where the keyboard is, wherever rows go under it: as long as the person has not taken it
 * elsewhere. `head` is the position of that row.
 */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>, head: number | undefined): void {
  const within = useFocusWithin(scroller);
  useLayoutEffect(() => {
    // Never from elsewhere in the window, where the person may be typing.
    if (!within.current || head === undefined || !document.hasFocus()) return;
    const { activeElement } = document;
    // Nor from the heads of the columns, which stand in the same box.
    if (activeElement !== document.body && activeElement?.closest('[data-position]') == null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-position="${head}"]`);
    if (row && row !== activeElement) row.focus({ preventScroll: true });
  });
}
