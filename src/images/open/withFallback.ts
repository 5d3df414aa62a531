import { ValueError } from '../../base/errors.ts';
import { isCutShort } from './damage.ts';
import { fileFormatOf } from './fileFormat.ts';
import { isOneColour } from '../isOneColour.ts';
import type { OpenedFile } from './openedFile.ts';
import { openFile, type Opening } from './openFile.ts';
import type { FileBytes } from './readFile.ts';

/**
 * Opens a file and works on it; where sharp cannot read it and its format has a second decoder, that one is tried.
 * A second try that gives one colour all over has decoded nothing: decoders leave what they do not read empty.
 * @throws {ValueError} what the first attempt said: that is what the person can use.
 */
export async function withFallback<T>(
  file: FileBytes,
  work: (opened: OpenedFile) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  // Bands that are not colours no other decoder hands out.
  const fallback = opening.band === undefined ? fileFormatOf(file.bytes)?.fallback : undefined;
  try {
    return await work(await openFile(file, opening));
  } catch (error) {
    if (fallback === undefined || !isUnsupported(error) || isCutShort(file.bytes)) throw error;
    const second = await openFile(file, { decoder: fallback }).catch(() => undefined);
    if (second === undefined || (second.raster !== undefined && (await isOneColour(second.raster))))
      throw error;
    return work(second);
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof ValueError && error.code === 'unsupportedImage';
}
