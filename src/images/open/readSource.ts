import type { ImageSource, RawPixels } from '../preparedImage.ts';
import { checkBytes, readString, readUrl } from './readFile.ts';
import { fromPixels, fromSharp, isSharp } from './readPixels.ts';

/** A source brought into memory: a file's bytes, or pixels. `label` names it in errors. */
export type ReadSource = { label: string } & ({ bytes: Uint8Array } | { pixels: RawPixels });

/**
 * Brings a source into memory without decoding it; only a sharp instance is run.
 * @param name What errors call it, where the source itself has no name.
 * @throws {ValueError} for what is missing, empty, too large or no image source at all.
 */
export async function readSource(source: ImageSource, name?: string): Promise<ReadSource> {
  if (typeof source === 'string') return readString(source, name);
  if (source instanceof URL) return readUrl(source, name);
  if (source instanceof Uint8Array) return checkBytes(source, name);
  if (source instanceof ArrayBuffer) return checkBytes(new Uint8Array(source), name);
  return isSharp(source) ? fromSharp(source, name) : fromPixels(source, name);
}
