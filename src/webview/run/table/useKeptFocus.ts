import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Keeps the focus on the row where the keyboard is, wherever rows go under it: as long as the person has not taken it
 * elsewhere. `head` is the position of that row.
 */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>, head: number | undefined): void {
  const within = useRef(false);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const enter = () => {
      within.current = true;
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // What is taken out of the page loses the focus too, and that is not the person's doing.
      if ((target as Node).isConnected && relatedTarget !== null)
        within.current = box.contains(relatedTarget as Node);
    };
    // A click beside everything that can have the focus.
    const away = ({ target }: MouseEvent) => {
      if (!box.contains(target as Node)) within.current = false;
    };
    box.addEventListener('focusin', enter);
    box.addEventListener('focusout', leave);
    document.addEventListener('mousedown', away);
    return () => {
      box.removeEventListener('focusin', enter);
      box.removeEventListener('focusout', leave);
      document.removeEventListener('mousedown', away);
    };
  }, []);
  useLayoutEffect(() => {
    if (!within.current || head === undefined) return;
    const { activeElement } = document;
    if (activeElement !== document.body && !scroller.current?.contains(activeElement)) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-position="${head}"]`);
    if (row && row !== activeElement) row.focus({ preventScroll: true });
  });
}
