import { useEffect } from 'preact/hooks';
import type { PictureViewerMessage } from '../../protocol/picture.ts';
import type { PictureState } from './pictureState.ts';
import type { Layer } from './stage.tsx';
import type { Viewing } from './useViewing.ts';
import { seenRegion } from './viewMaths.ts';

/** Milliseconds without a movement before a part is asked for in more detail. */
const pause = 150;

/** The layers of an original: the whole, and where it is seen larger than it was drawn, the part that is seen. */
export function useOriginalLayers(
  { opened, drawn, detail }: PictureState,
  { view, pane }: Viewing,
  post: (message: PictureViewerMessage) => void,
): Layer[] {
  const reduced = opened !== undefined && drawn !== undefined && drawn.width < opened.width;
  const wanted = reduced && view.scale * opened.width > drawn.width;
  const drawing = drawn?.drawing;
  useEffect(() => {
    if (!wanted || drawing === undefined) return;
    const timer = setTimeout(() => {
      const region = seenRegion(view, opened, pane);
      if (region.width < 1 || region.height < 1) return;
      const longest = Math.max(region.width, region.height) * view.scale * window.devicePixelRatio;
      post({ type: 'detail', drawing, ...region, within: longest });
    }, pause);
    return () => clearTimeout(timer);
  }, [wanted, drawing, view.scale, view.x, view.y, pane.width, pane.height]);
  if (opened === undefined || drawn === undefined) return [];
  const whole = { left: 0, top: 0, width: opened.width, height: opened.height, dataUrl: drawn.dataUrl };
  return detail === undefined || !wanted ? [whole] : [whole, detail];
}
