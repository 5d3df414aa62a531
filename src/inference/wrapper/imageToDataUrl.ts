import { imageToDataUrl as dataUrlOf } from '../../images/prepare/imageToDataUrl.ts';
import type { ImageOptions, ImageSource } from '../../images/preparedImage.ts';
import { withLibraryHint } from '../../base/libraryRemedies.ts';

/**
 * An image as a URL for a model: web addresses and `data:image/` URLs as they are, everything else read, decoded
 * and made an RGB JPEG in `data:image/jpeg;base64,…`.
 * @throws {ValueError} `Unable to read image source …` or `Unable to encode image source as JPEG. …`
 */
export async function imageToDataUrl(source: ImageSource, options: ImageOptions = {}): Promise<string> {
  try {
    return await dataUrlOf(source, options);
  } catch (error) {
    throw withLibraryHint(error);
  }
}
