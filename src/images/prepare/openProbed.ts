import { fit } from '../fit.ts';
import { holdPage } from '../open/holdPage.ts';
import type { Head, OpenedFile } from '../open/openedFile.ts';
import type { ImageOptions } from '../preparedImage.ts';
import { chooseTone, isDeep, isProbed, probeValues } from '../tone/measureMapping.ts';
import { fitted } from './encode.ts';

/**
 * A file whose page is held, where its values are looked at before it is shown, with some of them. What goes on in it, is decoded
 * once.
 * @param page from 0, with its head.
 */
export async function openProbed(
  file: OpenedFile,
  head: Head,
  page: number,
  options: ImageOptions,
): Promise<{ opened: OpenedFile; values: Float64Array | undefined }> {
  if (!isProbed(head)) return { opened: file, values: undefined };
  if (mayBeReduced(head, options)) {
    const size = fit(head.autoOrient, options.maxSide);
    const opened = await holdPage(file, head, page, { size, fitted });
    const values = await probeValues(opened, head, page);
    // Scaling brings values together: where they have the full range yet, all of them have it.
    if (chooseTone(opened, head, 'auto', values)?.kind === 'full') return { opened, values };
  }
  const opened = await holdPage(file, head, page);
  return { opened, values: await probeValues(opened, head, page) };
}

/**
 * Whether nothing but the page in the size that is sent is needed, should its values have the full range: it holds no values that
 * mean "nothing", which scaling would mix with others, and no part of it is sent in another size.
 */
function mayBeReduced(head: Head, { maxSide, mapping = 'auto', channel, detail }: ImageOptions): boolean {
  const { width, height } = head.autoOrient;
  return (
    maxSide !== undefined &&
    Math.max(width, height) > maxSide &&
    isDeep(head) &&
    head.channels === 3 &&
    head.format !== 'tiff' &&
    mapping === 'auto' &&
    channel === undefined &&
    detail !== 'tiles'
  );
}
