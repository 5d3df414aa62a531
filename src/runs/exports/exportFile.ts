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
import { markdown } from './markdown.ts';
import { replaceable } from './replaceable.ts';
import { reportOf } from './report.ts';
import { newExportStats, type ExportStats } from './exportStats.ts';

/** The formats that are one file. */
export type FileFormatId = Extract<ExportFormatId, 'jsonl' | 'csv' | 'markdown' | 'coco' | 'cocoBoxes'>;

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
  const { known, standing } = await replaceable(target, options);

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
  const replaced = standing.has(name) && known.has(name) ? 1 : 0;
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

function contentOf(
  format: FileFormatId,
  run: ExportedRun,
  target: string,
  { options, stats, notes, remedies, files }: Parts,
): AsyncIterable<string> {
  switch (format) {
    case 'jsonl':
      return jsonLines(run, options, stats, { notes, remedies });
    case 'csv':
      return csv(run, options, stats, { notes, remedies });
    case 'markdown':
      return markdown(run, target, options, { stats, notes, files });
    case 'coco':
      return coco(run, options, stats);
    case 'cocoBoxes':
      return cocoBoxes(run, options, stats, { notes, remedies });
  }
}
