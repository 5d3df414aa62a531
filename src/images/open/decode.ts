import { present } from '../../base/present.ts';
import { formatPixels, formatSeconds } from '../../base/localFormat.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { isCutShort, isJpeg, withJpegEnd } from './damage.ts';
import { fileFormatOf, looksLikeText } from './fileFormat.ts';
import { readError } from '../imageErrors.ts';
import { decodeTimeout, maxPixels } from '../limits.ts';
import { kindNotRead } from './kindNotRead.ts';
import { decodingMemory, withinBudget } from './memoryBudget.ts';
import { loadSharp } from './loadSharp.ts';
import { isOneColour } from '../isOneColour.ts';
import { drawable } from './drawing/drawableSize.ts';
import type { Size } from '../fit.ts';
import {
  type Damage,
  drawingHead,
  type Head,
  isForSharp,
  type OpenedFile,
  rasterHead,
  sharpInput,
} from './openedFile.ts';
import { t } from '../../base/l10n.ts';

/**
 * What a file's head says; nothing is decoded for it.
 * @param page whose head, from 0: pages of a TIFF may differ in size and kind.
 * @throws {ValueError} `unsupportedImage` for what is no picture, `imageTooLarge` beyond the limit of pixels.
 */
export async function readHead(file: OpenedFile, page = 0): Promise<Head> {
  if (file.raster !== undefined) return rasterHead({ ...file, raster: file.raster });
  if (file.drawing !== undefined) return drawingHead(file.drawing);
  if (!isForSharp(file)) throw unreadable(file, undefined);
  const known = page === 0 ? file.head : undefined;
  const head =
    known ??
    (await sharpHead(file.bytes, page).catch((cause: unknown) => {
      throw unreadable(file, cause);
    }));
  const { width, height } = head;
  if (width * height > maxPixels)
    throw readError(
      file.label,
      t('its {size} are more than the limit of {maxPixels}', {
        size: formatPixels({ width, height }),
        maxPixels,
      }),
      { code: 'imageTooLarge', hint: t('Scale it down first.') },
    );
  return head;
}

/** What sharp says of a page, from 0, of a file of one of its own formats. */
export async function sharpHead(bytes: Uint8Array, page = 0): Promise<Head> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: 'none', limitInputPixels: false, page }).metadata();
}

/** What is said of a file that is harmed. */
export function harmedNote(): string {
  return t('The file is damaged; parts of the image may look wrong.');
}

/**
 * Decodes a file whose head was read and runs it through `work`. Damage that loses nothing is tolerated, damage that may show
 * is told. A file that was cut is refused, save a JPEG, of which every viewer shows what is there.
 * @param options `drawn` is the size that a drawing is drawn in; absent: its own.
 * @param lenient Takes what there is of every other format, too: to look at, not to send.
 */
export async function decode<T>(
  file: OpenedFile,
  { drawn, ...options }: SharpOptions & { drawn?: Size },
  work: (image: Sharp) => Promise<T>,
  { lenient = false }: { lenient?: boolean } = {},
): Promise<{ result: T; damage: Damage }> {
  const sharp = await loadSharp();
  if (file.drawing !== undefined) {
    const { data, ...raw } = await file.drawing.draw(drawable(drawn ?? file.drawing.size));
    return { result: await work(sharp(data, { raw, limitInputPixels: false })), damage: 'none' };
  }
  const { held } = file;
  if (held !== undefined && held.page === (options.page ?? 0)) {
    const image = sharp(held.samples, { raw: held.raw, limitInputPixels: false });
    return { result: await work(image), damage: held.damage };
  }
  if (file.raster === undefined && !isForSharp(file)) throw unreadable(file, undefined);
  const memory = file.raster === undefined ? await neededMemory(file) : 0;
  return withinBudget(memory, () => decodeNow(file, options, work, lenient));
}

/** About the bytes that decoding takes; a file whose head cannot be read takes none. */
async function neededMemory({ bytes, head }: OpenedFile): Promise<number> {
  if (head !== undefined) return decodingMemory(head);
  return sharpHead(bytes).then(decodingMemory, () => 0);
}

async function decodeNow<T>(
  file: OpenedFile,
  options: SharpOptions,
  work: (image: Sharp) => Promise<T>,
  lenient: boolean,
): Promise<{ result: T; damage: Damage }> {
  const sharp = await loadSharp();
  const { input, options: own } = sharpInput(file);
  const attempt = (data: typeof input, failOn: 'none' | 'truncated' | 'warning'): Promise<T> =>
    work(
      sharp(data, { ...options, ...own, failOn, limitInputPixels: false }).timeout({
        seconds: decodeTimeout / 1000,
      }),
    );
  try {
    return { result: await attempt(input, 'warning'), damage: 'none' };
  } catch (cause) {
    if (isTimeout(cause) || isUnsupported(cause) || file.raster !== undefined) throw unreadable(file, cause);
    const second = async (failOn: 'truncated' | 'none'): Promise<T> => {
      const result = await attempt(file.bytes, failOn);
      // Nothing was decoded: what is missing is left in one colour.
      if (await isPlain(file, options)) throw unreadable(file, cause);
      return result;
    };
    try {
      if (!isJpeg(file.bytes) || !isPrematureEnd(cause))
        return { result: await second('truncated'), damage: 'harmed' };
      try {
        // Whole if nothing but the end mark is missing; else this fails too.
        return { result: await attempt(withJpegEnd(file.bytes), 'warning'), damage: 'none' };
      } catch {
        return { result: await second('none'), damage: 'cut' };
      }
    } catch {
      if (!lenient) throw unreadable(file, cause);
      const result = await second('none').catch(() => {
        throw unreadable(file, cause);
      });
      return { result, damage: isCutShort(file.bytes) ? 'cut' : 'harmed' };
    }
  }
}

/** Whether what can be decoded of a damaged file is one colour all over. */
async function isPlain({ bytes }: OpenedFile, options: SharpOptions): Promise<boolean> {
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, { ...options, failOn: 'none', limitInputPixels: false })
      .timeout({ seconds: decodeTimeout / 1000 })
      .resize({ width: 256, height: 256, fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
      .raw({ depth: 'float' })
      .toBuffer({ resolveWithObject: true });
    const values = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
    return await isOneColour({ data: values, channels: info.channels });
  } catch {
    // What was decoded before is what there is.
    return false;
  }
}

/** Why a file cannot be read, in a person's words. */
function unreadable({ bytes, label, raster }: OpenedFile, cause: unknown): Error {
  if (isTimeout(cause))
    return readError(
      label,
      t('decoding it takes longer than {time}', { time: formatSeconds(decodeTimeout / 1000) }),
      {
        cause,
        code: 'imageTooLarge',
        hint: t('Scale it down first.'),
      },
    );
  const format = raster === undefined ? fileFormatOf(bytes) : undefined;
  if (format === undefined) {
    if (isLfsPointer(bytes))
      return readError(label, t('it is a Git LFS pointer, the image itself is not on this machine'), {
        cause,
        hint: t('Run "git lfs pull" in its folder.'),
      });
    return readError(
      label,
      looksLikeText(bytes) ? t('it is text, not an image') : t('it is not in a known image format'),
      {
        cause,
        hint: t('Choose an image, or save this one as PNG or JPEG first.'),
      },
    );
  }
  if (format.reader === undefined)
    return readError(label, t('it is {name}, a format that is not supported', { name: format.name }), {
      cause,
      ...present({ hint: format.hint }),
    });
  const kind = kindNotRead(bytes);
  if (kind !== undefined)
    return readError(label, kind, {
      cause,
      hint: t('Open it in another program and save it as PNG or JPEG.'),
    });
  if (isUnsupported(cause))
    return readError(
      label,
      t('it is {name} whose internal encoding is not supported', { name: format.name }),
      {
        cause,
        hint: t('Save it as PNG, or as TIFF without compression, first.'),
      },
    );
  const hint = t('Get the file again from its source.');
  if (isPrematureEnd(cause) || isCutShort(bytes))
    return readError(label, t('it is {name} that is truncated', { name: format.name }), { cause, hint });
  return readError(label, t('it is {name} that is damaged', { name: format.name }), { cause, hint });
}

function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 40)).toString('latin1').startsWith('version https://git-lfs');
}

/** The words of libjpeg where the file ends; damage inside it reads "premature end of data segment". */
function isPrematureEnd(error: unknown): boolean {
  return error instanceof Error && /premature end of JPEG/i.test(error.message);
}

/** A coding inside the file that sharp was not built for; going on would give an empty picture. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && /support is not configured|not supported/i.test(error.message);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^timeout: /i.test(error.message);
}
