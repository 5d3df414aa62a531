import type { Region } from '../../protocol/picture.ts';
import type { Viewing } from './useViewing.ts';
import { toPane } from './viewMaths.ts';

/** Where a part of the picture is seen in its pane, as a style. */
export function placeOf(
  { left, top, width, height }: Region,
  { view, pane }: Pick<Viewing, 'view' | 'pane'>,
): Record<'left' | 'top' | 'width' | 'height', string> {
  const { x, y } = toPane(view, { x: left, y: top }, pane);
  return {
    left: `${x}px`,
    top: `${y}px`,
    width: `${width * view.scale}px`,
    height: `${height * view.scale}px`,
  };
}
