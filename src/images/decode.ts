import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { isCutShort, isJpeg, withJpegEnd } from './damage.ts';
import { fileFormatOf, looksLikeText } from './fileFormat.ts';
import { count, readError } from './imageErrors.ts';
import { maxPixels } from './limits.ts';
import { loadSharp } from './loadSharp.ts';
import type { FileBytes } from './readFile.ts';

/**
 * What a file's head says; nothing is decoded for it.
 * @throws {ValueError} `unsupportedImage` for what is no picture, `imageTooLarge` beyond the limit of pixels.
 */
export async function readHead(file: FileBytes): Promise<Metadata> {
  const sharp = await loadSharp();
  const head = await sharp(file.bytes, { failOn: 'none', limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(file, cause);
    });
  const { width, height } = head;
  if (width * height > maxPixels)
    throw readError(
      file.label,
      `its ${count(width)} × ${count(height)} pixels are more than the limit of ${count(maxPixels)}`,
      { code: 'imageTooLarge', hint: 'Scale it down first.' },
    );
  return head;
}

/**
 * Decodes a file whose head was read and runs it through `work`. A file that was cut is refused; damage that loses nothing is tolerated;
 * for damage that may show, `damaged` is true.
 */
export async function decode<T>(
  file: FileBytes,
  options: SharpOptions,
  work: (image: Sharp) => Promise<T>,
): Promise<{ result: T; damaged: boolean }> {
  const sharp = await loadSharp();
  const attempt = (bytes: Uint8Array, failOn: 'truncated' | 'warning'): Promise<T> =>
    work(sharp(bytes, { ...options, failOn, limitInputPixels: false }));
  try {
    return { result: await attempt(file.bytes, 'warning'), damaged: false };
  } catch (cause) {
    try {
      return isJpeg(file.bytes) && isPrematureEnd(cause)
        ? // Whole if nothing but the end mark is missing; else this fails too.
          { result: await attempt(withJpegEnd(file.bytes), 'warning'), damaged: false }
        : { result: await attempt(file.bytes, 'truncated'), damaged: true };
    } catch {
      throw unreadable(file, cause);
    }
  }
}

/** Why a file cannot be read, in a person's words. */
function unreadable({ bytes, label }: FileBytes, cause: unknown): Error {
  const format = fileFormatOf(bytes);
  if (format === undefined) {
    if (isLfsPointer(bytes))
      return readError(label, 'it is a Git LFS pointer, the picture itself is not on this machine', {
        cause,
        hint: 'Run "git lfs pull" in its folder.',
      });
    return readError(label, looksLikeText(bytes) ? textFault(bytes) : 'it is in no known picture format', {
      cause,
    });
  }
  if (!format.readable)
    return readError(label, `it is ${format.name}, a format that Sightline does not read`, {
      cause,
      ...(format.hint === undefined ? {} : { hint: format.hint }),
    });
  if (isPrematureEnd(cause) || isCutShort(bytes))
    return readError(label, `it is ${format.name} that is truncated, its end is missing`, {
      cause,
      hint: 'Get the file again from where it came.',
    });
  return readError(label, `it is ${format.name} that is damaged`, { cause });
}

function textFault(bytes: Uint8Array): string {
  const isSvg = /<svg[\s>]/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
  );
  return isSvg ? 'it is an SVG drawing that cannot be drawn' : 'it is text, not a picture';
}

function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 40)).toString('latin1').startsWith('version https://git-lfs');
}

/** The words of libjpeg where the file ends; damage inside it reads "premature end of data segment". */
function isPrematureEnd(error: unknown): boolean {
  return error instanceof Error && /premature end of JPEG/i.test(error.message);
}
