import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Whether the person's focus is within a box. What is taken out of the page loses the focus too: that is not their doing, and
 * it can be given to something else.
 */
export function useFocusWithin(box: RefObject<HTMLElement | null>): RefObject<boolean> {
  const within = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const enter = () => {
      within.current = true;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) within.current = element.contains(relatedTarget as Node);
    };
    // A click beside everything that can have the focus.
    const away = ({ target }: MouseEvent) => {
      if (!element.contains(target as Node)) within.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    document.addEventListener('mousedown', away);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      document.removeEventListener('mousedown', away);
    };
  }, []);
  return within;
}
