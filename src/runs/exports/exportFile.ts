import { createHash } from 'node:crypto';
import type { Remedy } from '../../base/remedies.ts';
import { ValueError } from '../../base/errors.ts';
import { coco } from './coco.ts';
import { csv } from './csv.ts';
import { manifestOf } from './exportedPictures.ts';
import type { ExportFormatId } from './exportFormats.ts';
import type { ExportedRun, ExportOptions, ExportReport } from './exportOptions.ts';
import { sha256Of } from '../../base/node/hash.ts';
import { huggingFace } from './huggingFace.ts';
import { jsonLines } from './jsonLines.ts';
import { readKnownFiles, writeManifest, type KnownFiles, type WrittenFile } from './manifest.ts';
import { markdown } from './markdown.ts';
import { reportOf } from './report.ts';
import { newExportStats, type ExportStats } from './exportStats.ts';

/** The formats that are one file. */
export type FileFormatId = Extract<ExportFormatId, 'jsonl' | 'csv' | 'markdown' | 'huggingface' | 'coco'>;

/**
 * Writes an export that is one file, and its manifest beside it. A file that Sightline wrote is replaced; any other, and
 * one that was edited since, only where the options say so.
 * @throws {ValueError} where such a file stands there.
 */
export async function exportFile(
  format: FileFormatId,
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const { files } = options;
  const { folder, name } = files.split(target);
  const manifest = files.join(folder, manifestOf(name));
  const { known, isThere } = await replaceable(target, options);

  const stats = newExportStats();
  const notes: string[] = [];
  const remedies: Remedy[] = [];
  const written: WrittenFile[] = [];
  const note = (complete: boolean): Promise<void> =>
    writeManifest(manifest, { format, run, options, stats, files: written, known, complete });
  // By it the small pictures of a page are known as ours, also where they are all that was written.
  if (format === 'markdown') await note(false);
  const content = contentOf(format, run, target, { options, stats, notes, remedies, files: written });
  await files.write(
    target,
    // Should the next step be the last, the new file is known to be ours; and so is the old one, should this be.
    fingerprinted(content, async sha256 => {
      written.push({ name, sha256 });
      await note(false);
    }),
  );
  await note(true);
  const replaced = isThere && known.has(name) ? 1 : 0;
  return reportOf(format, stats, {
    written: written.length,
    replaced,
    notes,
    ...(remedies.length === 0 ? {} : { remedies }),
    manifest,
  });
}

/**
 * Looks at what stands where an export that is one file would go.
 * @returns whether anything does, and what earlier exports wrote there.
 * @throws {ValueError} where it would have to be replaced and may not be.
 */
export async function replaceable(
  target: string,
  { files, replace = false, overwrite }: Pick<ExportOptions, 'files' | 'replace' | 'overwrite'>,
): Promise<{ isThere: boolean; known: KnownFiles }> {
  const { folder, name } = files.split(target);
  const known = await readKnownFiles(files, [files.join(folder, manifestOf(name))]);
  const standing = await files.read(target);
  const isOurs = standing === undefined || known.get(name)?.has(sha256Of(standing)) === true;
  if (!isOurs && !replace && !(overwrite === 'edited' && known.has(name)))
    throw inTheWay(name, known.has(name));
  return { isThere: standing !== undefined, known };
}

function inTheWay(name: string, isKnown: boolean): ValueError {
  return new ValueError(
    isKnown
      ? `"${name}" was changed since Sightline wrote it.`
      : `"${name}" is there already, and Sightline did not write it.`,
    { remedy: { kind: 'replaceExport' } },
  );
}

interface Parts {
  options: ExportOptions;
  stats: ExportStats;
  notes: string[];
  remedies: Remedy[];
  files: WrittenFile[];
}

function contentOf(
  format: FileFormatId,
  run: ExportedRun,
  target: string,
  { options, stats, notes, remedies, files }: Parts,
): AsyncIterable<string> {
  switch (format) {
    case 'jsonl':
      return jsonLines(run, options, stats);
    case 'csv':
      return csv(run, options, stats, { notes, remedies });
    case 'markdown':
      return markdown(run, target, options, { stats, notes, files });
    case 'huggingface':
      return huggingFace(run, options.files.split(target).folder, options, { stats, notes });
    case 'coco':
      return coco(run, options, stats);
  }
}

/** The same chunks; calls with the SHA-256 of all of them after the last, before the reader learns that it was the last. */
async function* fingerprinted(
  chunks: AsyncIterable<string>,
  onEnd: (sha256: string) => Promise<void>,
): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  await onEnd(hash.digest('hex'));
}
