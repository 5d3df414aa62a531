import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ViewSize } from './viewMaths.ts';

/** The inner size of an element, CSS pixels, at all times; undefined before it stands. */
export function useSize(element: RefObject<HTMLElement | null>): ViewSize | undefined {
  const [size, setSize] = useState<ViewSize>();
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => setSize({ width: target.clientWidth, height: target.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
