import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ValueError } from '../../base/errors.ts';
import type { ImageSource } from '../../images/preparedImage.ts';

/**
 * The image that a job names: data, or a file in `folder`. Whoever queues jobs shall neither read other files of this
 * machine nor send it anywhere.
 * @throws {ValueError}
 */
export async function jobImage(
  text: string,
  folder: string | undefined,
): Promise<{ source: ImageSource; name: string }> {
  if (/^data:/i.test(text)) {
    const comma = text.indexOf(',');
    if (!/^data:image\/[\w.+-]{1,80};base64$/i.test(text.slice(0, comma)))
      throw new ValueError('An image as data must be written as data:image/…;base64,….');
    return { source: Buffer.from(text.slice(comma + 1), 'base64'), name: 'image' };
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(text))
    throw new ValueError('This host fetches no addresses. Send the image as data, or name a file.');
  if (folder === undefined)
    throw new ValueError('This host reads no files: its worker was started without --images.');
  const [root, file] = await Promise.all([folder, path.resolve(folder, text)].map(real));
  if (root === undefined || file === undefined || !file.startsWith(root + path.sep))
    throw new ValueError(`There is no file ${text} in the folder of images of this host.`);
  return { source: file, name: text };
}

function real(file: string): Promise<string | undefined> {
  return realpath(file).catch(() => undefined);
}
