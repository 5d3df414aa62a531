import { t } from '../../base/l10n.ts';
import { ValueError } from '../../base/errors.ts';
import { formatBytes } from '../../base/localFormat.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';

/** An image of a chat, as it came. */
export interface ChatImage {
  bytes: Uint8Array;
  /** Which one of the request, from 1. */
  number: number;
}

/** Makes of an image what the model gets: the image, prepared, or words in its place. */
export type ImageTreatment = (image: ChatImage, signal: AbortSignal) => Promise<PreparedImage | string>;

/** Images of one request, those of earlier turns included. */
const mostImages = 50;

/** Bytes of one image as it comes. */
const mostBytes = 50 * 1024 * 1024;

/**
 * For a model that takes images: each is prepared to be sent.
 * @throws {ValueError} where there are too many, or one is too large or cannot be read.
 */
export function sendImages(prepare: (bytes: Uint8Array) => Promise<PreparedImage>): ImageTreatment {
  return async ({ bytes, number }) => {
    if (number > mostImages)
      throw new ValueError(t('The chat has more than {mostImages} images.', { mostImages }), {
        hint: t('Start a new chat, or attach fewer images.'),
      });
    if (bytes.byteLength > mostBytes)
      throw new ValueError(
        t('Image {number} has {size}; the limit is {size2}.', {
          number,
          size: formatBytes(bytes.byteLength),
          size2: formatBytes(mostBytes),
        }),
        { code: 'imageTooLarge', hint: t('Attach a smaller image.') },
      );
    return prepare(bytes);
  };
}

/** For a model that takes text alone: it is told that there was an image. */
export function leaveOutImages(model: string): ImageTreatment {
  return ({ number }) => Promise.resolve(`[Image ${number} was left out: ${model} does not take images.]`);
}
