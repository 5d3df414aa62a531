import type { Remedy } from '../../base/remedies.ts';
import { coco } from './coco.ts';
import { cocoBoxes } from './cocoBoxes.ts';
import { csv } from './csv.ts';
import { manifestOf } from './exportedPictures.ts';
import type { ExportFormatId } from './exportFormats.ts';
import type { ExportedRun, ExportOptions, ExportReport } from './exportOptions.ts';
import { fingerprinted } from './fingerprint.ts';
import { jsonLines } from './jsonLines.ts';
import { writeManifest, type WrittenFile } from './manifest.ts';
import { markdownPages, pageNames } from './markdown.ts';
import { parquet } from './parquet/parquet.ts';
import { replaceable } from './replaceable.ts';
import { reportOf } from './report.ts';
import { newExportStats, type ExportStats } from './exportStats.ts';

/** The formats that are one file. */
export type FileFormatId = Extract<
  ExportFormatId,
  'jsonl' | 'csv' | 'parquet' | 'markdown' | 'coco' | 'cocoBoxes'
>;

/** The names of the files beside `name` that an export of so many pictures may consist of. */
export function fileNames(format: ExportFormatId, name: string, pictures: number): string[] {
  return format === 'markdown' ? pageNames(name, pictures) : [name];
}

/**
 * Writes an export that is one file, or a page of Markdown with those that follow it, and its manifest beside it. A file that
 * Sightline wrote is replaced; any other, and one that was edited since, only where the options say so.
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
  const { known, standing } = await replaceable(target, options, fileNames(format, name, run.rows.length));

  const stats = newExportStats();
  const notes: string[] = [];
  const remedies: Remedy[] = [];
  const written: WrittenFile[] = [];
  const note = (complete: boolean): Promise<void> =>
    writeManifest(manifest, { format, run, options, stats, files: written, known, complete });
  // By it the small pictures of a page are known as ours, also where they are all that was written.
  if (format === 'markdown') await note(false);
  let replaced = 0;
  const parts = { options, stats, notes, remedies, files: written };
  for await (const { name: one, content } of filesOf(format, run, target, parts)) {
    if (standing.has(one) && known.has(one)) replaced++;
    await files.write(
      files.join(folder, one),
      // Should the next step be the last, the new file is known to be ours; and so is the old one, should this be.
      fingerprinted(content, async sha256 => {
        written.push({ name: one, sha256 });
        await note(false);
      }),
    );
  }
  await note(true);
  return reportOf(format, stats, {
    written: written.length,
    replaced,
    notes,
    ...(remedies.length === 0 ? {} : { remedies }),
    manifest,
  });
}

interface Parts {
  options: ExportOptions;
  stats: ExportStats;
  notes: string[];
  remedies: Remedy[];
  files: WrittenFile[];
}

/** The files of an export one by one, each to be read whole before the next. */
async function* filesOf(
  format: FileFormatId,
  run: ExportedRun,
  target: string,
  parts: Parts,
): AsyncGenerator<{ name: string; content: AsyncIterable<string | Uint8Array> }, void, undefined> {
  if (format === 'markdown') yield* markdownPages(run, target, parts.options, parts);
  else yield { name: parts.options.files.split(target).name, content: contentOf(format, run, parts) };
}

function contentOf(
  format: Exclude<FileFormatId, 'markdown'>,
  run: ExportedRun,
  { options, stats, notes, remedies }: Parts,
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case 'jsonl':
      return jsonLines(run, options, stats, { notes, remedies });
    case 'csv':
      return csv(run, options, stats, { notes, remedies });
    case 'parquet':
      return parquet(run, options, stats, { notes, remedies });
    case 'coco':
      return coco(run, options, stats);
    case 'cocoBoxes':
      return cocoBoxes(run, options, stats, { notes, remedies });
  }
}
