import path from 'node:path';
import { isWebAddress } from '../../base/address.ts';
import { present } from '../../base/present.ts';
import { imageValues, type ImageValues, type ImageVariable } from '../../prompts/imageVariables.ts';
import { labelsFrom } from '../../runs/running/pictureLabels.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import type { GivenPicture } from './givenPictures.ts';

/** What is known of an image that was given: a file, a web address, or `-`, of which only its content is known. */
export async function givenValues(
  source: string,
  picture: GivenPicture,
  wanted: ReadonlySet<ImageVariable>,
): Promise<ImageValues> {
  const original = typeof picture === 'string' ? undefined : picture.original;
  if (source === '-') return imageValues({}, original);
  if (isWebAddress(source)) return imageValues({ location: new URL(source).pathname }, original);
  const location = path.resolve(source);
  const labels = wanted.has('labels') ? await labelsFrom(nodePictureFiles()).of(location) : undefined;
  return imageValues({ location, ...present({ labels }) }, original);
}
