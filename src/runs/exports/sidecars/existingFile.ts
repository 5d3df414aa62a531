import { SightlineError } from '../../../base/errors.ts';
import type { ExportFiles } from '../exportFiles.ts';
import { sha256Of } from '../../../base/node/hash.ts';
import { whatItIs } from './foundText.ts';

/**
 * What stands where a file would be written. `new`: nothing; `same`: what would be written, in effect; `ours`: what Sightline
 * wrote and nobody changed; `edited`: what it wrote and a person changed; `foreign`: anything else.
 */
export type ExistingFileState = 'new' | 'same' | 'ours' | 'edited' | 'foreign';

/** A place that was looked at. */
export interface ExistingFile {
  state: ExistingFileState;
  /** Of what is there. */
  sha256?: string;
  /** Of a foreign file: what it is, a sentence. */
  sentence?: string;
  /** Of a foreign file: it labels a picture's objects. */
  isLabels?: boolean;
}

/** What would be written, and what Sightline is known to have written there before. */
export interface Intended {
  content: Uint8Array | string;
  known: ReadonlySet<string> | undefined;
  /** The description in a file; where it is absent every difference is an edit. */
  descriptionIn?: (bytes: Uint8Array) => string | undefined;
}

/** Looks at a place. What cannot be read, or is a folder, is foreign. */
export async function existingFileAt(
  files: ExportFiles,
  location: string,
  { content, known, descriptionIn }: Intended,
): Promise<ExistingFile> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await files.read(location);
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    return { state: 'foreign', sentence: error.message };
  }
  if (bytes === undefined) return { state: 'new' };
  const sha256 = sha256Of(bytes);
  if (sha256 === sha256Of(content)) return { state: 'same', sha256 };
  if (known?.has(sha256) === true) return { state: 'ours', sha256 };
  if (known !== undefined && descriptionIn === undefined) return { state: 'edited', sha256 };
  const found = whatItIs(bytes);
  const text = known === undefined ? undefined : descriptionIn?.(bytes);
  // A label file is never taken for an edited description, nor is anything that holds none.
  if (text === undefined || text.trim() === '' || found.isLabels)
    return { state: 'foreign', sha256, ...found };
  const intended = descriptionIn?.(typeof content === 'string' ? Buffer.from(content) : content);
  return { state: text === intended ? 'same' : 'edited', sha256 };
}
