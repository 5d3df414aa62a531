import { decode } from './decode.ts';
import type { Head, OpenedFile } from './openedFile.ts';
import { firstInFull, tiffPages } from './tiffPages.ts';

/** Frames that are looked at before the first is taken after all. */
export const tries = 12;

/** The first frame of an animation on which something is to be seen, or the first page that is not a preview of another; from 0. */
export async function chooseFrame(file: OpenedFile, head: Head, pages: number): Promise<number> {
  if (head.format === 'tiff') return firstInFull(tiffPages(file.bytes));
  if (!['gif', 'webp'].includes(head.format)) return 0;
  for (let page = 0; page < Math.min(pages, tries); page++)
    if (!(await isBlankFrame(file, page))) return page;
  return 0;
}

/** Whether a frame is wholly transparent, or one grey from black to white all over; a colour is a picture of something. */
export async function isBlankFrame(file: OpenedFile, page: number): Promise<boolean> {
  const { result } = await decode(file, { page }, image =>
    image
      .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  );
  let [least, greatest] = [255, 0];
  for (let at = 0; at < result.length; at += 4) {
    if ((result[at + 3] ?? 0) < 8) continue;
    const rgb = [result[at] ?? 0, result[at + 1] ?? 0, result[at + 2] ?? 0];
    const [low, high] = [Math.min(...rgb), Math.max(...rgb)];
    if (high - low > 4) return false;
    least = Math.min(least, low);
    greatest = Math.max(greatest, high);
  }
  return greatest - least <= 4;
}
