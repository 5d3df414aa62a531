import type { RawPixels } from '../../src/images/preparedImage.ts';
import { prepareImage } from '../../src/images/prepare/prepareImage.ts';
import { measure, type Measures } from '../../src/inference/offline/measure.ts';
import { measurablePicture } from '../../src/inference/offline/pixels.ts';
import { png } from './pictures.ts';

/** A picture as a PNG data URL, alpha and all. */
export async function pngUrl(pixels: RawPixels): Promise<string> {
  return `data:image/png;base64,${(await png(pixels)).toString('base64')}`;
}

/** The measures of a picture that comes as a PNG. */
export async function measured(pixels: RawPixels): Promise<Measures> {
  return measure(await measurablePicture(await pngUrl(pixels)));
}

/** The measures of a picture that is sent as the editor sends it: a JPEG of quality 85. */
export async function measuredAsSent(pixels: RawPixels | Buffer): Promise<Measures> {
  const { dataUrl, original } = await prepareImage(pixels, { maxSide: 2048 });
  return measure(await measurablePicture(dataUrl), original);
}
