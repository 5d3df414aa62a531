import { useCallback, useState } from 'preact/hooks';
import type { Region } from '../../protocol/picture.ts';
import {
  clamped,
  fitView,
  regionView,
  nextScale,
  panned,
  withPixelSeen,
  zoomAbout,
  type Point,
  type ViewSize,
  type View,
} from './viewMaths.ts';

/** Where one looks at a picture, and how that is changed. Several panes of the same size share one. */
export interface Viewing {
  view: View;
  pane: ViewSize;
  /** Whether the whole picture is seen, also when the pane changes its size. */
  isFitting: boolean;
  setPane: (pane: ViewSize) => void;
  fit: () => void;
  /** Around a point of the pane; absent: its middle. */
  zoomTo: (scale: number, at?: Point) => void;
  step: (direction: 1 | -1, at?: Point) => void;
  /** By CSS pixels. */
  pan: (dx: number, dy: number) => void;
  showPixel: (pixel: Point) => void;
  /** As large as the pane can show it. */
  showRegion: (region: Region) => void;
}

/** Looks at a picture of a size, all of it at first. */
export function useViewing(picture: ViewSize): Viewing {
  const [pane, setPane] = useState<ViewSize>({ width: 1, height: 1 });
  const [own, setOwn] = useState<View>();
  const view = own === undefined ? fitView(picture, pane) : clamped(own, picture, pane);
  const middle = { x: pane.width / 2, y: pane.height / 2 };
  const change = (make: (view: View) => View) =>
    setOwn(before =>
      clamped(
        make(before === undefined ? fitView(picture, pane) : clamped(before, picture, pane)),
        picture,
        pane,
      ),
    );
  return {
    view,
    pane,
    isFitting: own === undefined,
    setPane: useCallback(
      (next: ViewSize) =>
        setPane(before => (before.width === next.width && before.height === next.height ? before : next)),
      [],
    ),
    fit: () => setOwn(undefined),
    zoomTo: (scale, at = middle) => change(now => zoomAbout(now, scale, at, pane)),
    step: (direction, at = middle) =>
      change(now => zoomAbout(now, nextScale(now.scale, direction), at, pane)),
    pan: (dx, dy) => change(now => panned(now, dx, dy)),
    showRegion: region => setOwn(clamped(regionView(region, pane), picture, pane)),
    showPixel: pixel => setOwn(before => (before === undefined ? before : withPixelSeen(view, pixel, pane))),
  };
}
