import type { Region } from '../../protocol/picture.ts';
import type { FromHost } from './pictureState.ts';
import type { ViewSize } from './viewMaths.ts';

/** The crops that were sent behind an overview. */
export type Crops = NonNullable<FromHost<'sent'>['tiles']>;

/** A region in a picture of one size, in the pixels of the same picture in another. */
export function scaledRegion({ left, top, width, height }: Region, from: ViewSize, to: ViewSize): Region {
  const [x, y] = [to.width / from.width, to.height / from.height];
  return { left: left * x, top: top * y, width: width * x, height: height * y };
}
