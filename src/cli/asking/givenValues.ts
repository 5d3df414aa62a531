import path from 'node:path';
import { isWebAddress } from '../../base/address.ts';
import { present } from '../../base/present.ts';
import type { ImageLabels } from '../../prompts/imageLabels.ts';
import { imageValues, type ImageValues, type ImageVariable } from '../../prompts/imageVariables.ts';
import { labelsFrom } from '../../runs/running/pictureLabels.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import type { GivenPicture } from './givenPictures.ts';

/** What a command wants to know of its images. */
export interface WantedValues {
  wanted: ReadonlySet<ImageVariable>;
  /** Reads label files; one for a command, so that the classes of a dataset are read once. */
  labels: ImageLabels;
}

/** What a command wants to know whose prompt has these variables. */
export function wantedValues(wanted: ReadonlySet<ImageVariable>): WantedValues {
  return { wanted, labels: labelsFrom(nodePictureFiles()) };
}

/** What is known of an image that was given: a file, a web address, or `-`, of which only its content is known. */
export async function givenValues(
  source: string,
  picture: GivenPicture,
  { wanted, labels }: WantedValues,
): Promise<ImageValues> {
  const original = typeof picture === 'string' ? undefined : picture.original;
  if (source === '-') return imageValues({}, original);
  if (isWebAddress(source)) return imageValues({ location: new URL(source).pathname }, original);
  const location = path.resolve(source);
  const found = wanted.has('labels') ? await labels.of(location) : undefined;
  return imageValues({ location, ...present({ labels: found }) }, original);
}
