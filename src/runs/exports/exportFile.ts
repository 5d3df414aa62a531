import { ValueError } from '../../errors.ts';
import { coco } from './coco.ts';
import { csv } from './csv.ts';
import type { ExportFormatId } from './exportFormats.ts';
import type { ExportedRun, ExportOptions, ExportReport } from './exportOptions.ts';
import { sha256Of } from '../sha256.ts';
import { fingerprinted } from './fingerprint.ts';
import { huggingFace } from './huggingFace.ts';
import { jsonLines } from './jsonLines.ts';
import { readKnownFiles, writeManifest, type WrittenFile } from './manifest.ts';
import { markdown } from './markdown.ts';
import { inPieces } from './pieces.ts';
import { reportOf } from './report.ts';
import { newTally, type Tally } from './tally.ts';

/** The formats that are one file. */
export type FileFormatId = Extract<ExportFormatId, 'jsonl' | 'csv' | 'markdown' | 'huggingface' | 'coco'>;

/**
 * Writes an export that is one file, and its manifest beside it. A file that Sightline wrote is replaced; any other, and
 * one that was edited since, only where `replace` says so.
 * @throws {ValueError} where such a file stands there.
 */
export async function exportFile(
  format: FileFormatId,
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const { files, replace = false } = options;
  const { folder, name } = files.split(target);
  const manifest = files.join(folder, manifestOf(name));
  const known = await readKnownFiles(files, [manifest]);
  const isThere = await isOurs(target, known.get(name), options);
  if (isThere === false && !replace) throw inTheWay(name, known.has(name));

  const tally = newTally();
  const notes: string[] = [];
  const written: WrittenFile[] = [];
  const note = (complete: boolean): Promise<void> =>
    writeManifest(manifest, { format, run, options, tally, files: written, known, complete });
  const content = contentOf(format, run, target, { options, tally, notes, files: written });
  await files.write(
    target,
    // Should the next step be the last, the new file is known to be ours; and so is the old one, should this be.
    fingerprinted(inPieces(content), async sha256 => {
      written.push({ name, sha256 });
      await note(false);
    }),
  );
  await note(true);
  const replaced = isThere === true ? 1 : 0;
  return reportOf(format, tally, { written: written.length, replaced, notes, manifest });
}

/** The name of the manifest beside an export. */
export function manifestOf(name: string): string {
  return `${name}.manifest.json`;
}

/** Whether what stands there is as Sightline wrote it; `undefined` where nothing does. */
async function isOurs(
  target: string,
  known: ReadonlySet<string> | undefined,
  { files }: ExportOptions,
): Promise<boolean | undefined> {
  const standing = await files.read(target);
  return standing && known?.has(sha256Of(standing)) === true;
}

function inTheWay(name: string, isKnown: boolean): ValueError {
  return new ValueError(
    isKnown
      ? `"${name}" was changed since Sightline wrote it.`
      : `"${name}" is there already, and Sightline did not write it.`,
    { hint: 'Choose another name, or say that it is to be replaced.' },
  );
}

interface Parts {
  options: ExportOptions;
  tally: Tally;
  notes: string[];
  files: WrittenFile[];
}

function contentOf(
  format: FileFormatId,
  run: ExportedRun,
  target: string,
  { options, tally, notes, files }: Parts,
): AsyncIterable<string> {
  switch (format) {
    case 'jsonl':
      return jsonLines(run, options, tally);
    case 'csv':
      return csv(run, options, tally, notes);
    case 'markdown':
      return markdown(run, target, options, { tally, notes, files });
    case 'huggingface':
      return huggingFace(run, options.files.split(target).folder, options, { tally, notes });
    case 'coco':
      return coco(run, options, tally);
  }
}
