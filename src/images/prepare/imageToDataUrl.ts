import { prepareImage } from './prepareImage.ts';
import type { ImageOptions, ImageSource } from '../preparedImage.ts';

/**
 * A picture as a URL for a model: web addresses and `data:image/` URLs as they are, everything else read, decoded
 * and made an RGB JPEG in `data:image/jpeg;base64,…`.
 * @throws {ValueError} `Unable to read image source …` or `Unable to encode image source as JPEG. …`
 */
export async function imageToDataUrl(source: ImageSource, options: ImageOptions = {}): Promise<string> {
  if (typeof source === 'string' && /^(https?:\/\/|data:image\/)/.test(source)) return source;
  return (await prepareImage(source, options)).dataUrl;
}
