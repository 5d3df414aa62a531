import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface VirtualRows {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels, the same for every row. */
  rowHeight: number;
  /** Pixels above the rows, which stay in view. */
  headHeight: number;
  /** The row that is drawn wherever the table is scrolled to: the one that may have the focus. */
  pinned: number | undefined;
  /** Pixels that the table is scrolled to at its beginning. */
  initialOffset: number;
}

export type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

/** Says which rows are to be drawn, and draws again when that changes. */
export function useVirtualRows(rows: VirtualRows): RowVirtualizer {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const { scroller, count, rowHeight, headHeight, pinned, initialOffset } = rows;
  const options = {
    ...{ count, observeElementRect, observeElementOffset, scrollToFn: elementScroll, initialOffset },
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range: Range) => withPinned(range, pinned),
    onChange: () => draw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer;
}

/** The places from the first to the last that is seen, some more on both sides, and the pinned one. */
export function withPinned({ startIndex, endIndex, overscan, count }: Range, pinned?: number): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (pinned === undefined || pinned >= count || (pinned >= first && pinned <= last)) return places;
  return pinned < first ? [pinned, ...places] : [...places, pinned];
}
