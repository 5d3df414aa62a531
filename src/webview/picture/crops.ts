import type { Region } from '../../protocol/picture.ts';
import type { FromHost } from './pictureState.ts';
import type { Size } from './viewMaths.ts';

/** The crops that were sent behind an overview. */
export type Crops = NonNullable<FromHost<'sent'>['tiles']>;

/** Where a crop, from 0, lies in a picture of a size: they are equal, row by row. */
export function cropRegion(
  { across, down }: Pick<Crops, 'across' | 'down'>,
  crop: number,
  size: Size,
): Region {
  const edge = (at: number, parts: number, length: number): number => Math.round((at * length) / parts);
  const [column, row] = [crop % across, Math.floor(crop / across)];
  const [left, top] = [edge(column, across, size.width), edge(row, down, size.height)];
  return {
    left,
    top,
    width: edge(column + 1, across, size.width) - left,
    height: edge(row + 1, down, size.height) - top,
  };
}
