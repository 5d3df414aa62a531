import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Nearer to the end than this counts as being there, pixels. */
const near = 24;

/**
 * Keeps the scrolled `box` at its end while its content grows, as long as the person is there. `content` is the
 * element in it that grows.
 */
export function useStickToBottom(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { atBottom: boolean; toBottom: () => void; letGo: () => void } {
  const stuck = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  const stick = useCallback(
    (value: boolean) => {
      stuck.current = value;
      setAtBottom(value);
      // Away from the end the browser holds what is looked at, whatever is drawn above it.
      if (box.current) box.current.style.overflowAnchor = value ? 'none' : 'auto';
    },
    [box],
  );
  const toBottom = useCallback(() => {
    stick(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box, stick]);
  const letGo = useCallback(() => stick(false), [stick]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let height = element.clientHeight;
    const onScroll = () => {
      // A scroll that comes from the box growing or shrinking is nobody's wish.
      if (element.clientHeight === height)
        stick(element.scrollHeight - element.scrollTop - element.clientHeight < near);
    };
    const observer = new ResizeObserver(() => {
      height = element.clientHeight;
      if (stuck.current) element.scrollTop = element.scrollHeight;
      else stick(element.scrollHeight - element.scrollTop - element.clientHeight < near);
    });
    observer.observe(element);
    if (content.current) observer.observe(content.current);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [box, content, stick]);

  return { atBottom, toBottom, letGo };
}
