import { exportCopies, refuseSamePlace } from './exportCopies.ts';
import { exportFile, fileNames } from './exportFile.ts';
import { exportFormat, type ExportFormatId } from './exportFormats.ts';
import type { ExportedRun, ExportOptions, ExportReport } from './exportOptions.ts';
import { checkMetadata, exportHuggingFace } from './huggingFace/exportHuggingFace.ts';
import { unacceptedCount } from './exportStats.ts';
import { replaceable } from './replaceable.ts';
import { checkYoloLabels, exportYoloLabels } from './yoloLabels.ts';
import { exportSidecars } from './sidecars/exportSidecars.ts';
import { counted } from '../../base/l10n.ts';

/**
 * Writes the results of a run in one form, with a manifest beside them. Only described pictures come out, in the run's order;
 * the report has all others. The same results give the same bytes, the time in the manifest aside.
 * @param target a file, the run's folder or another folder, as the format's `target` says.
 * @throws {ValueError} where something stands in the way that would have to be replaced; {@link SightlineError} `store` where
 * it cannot be written; the signal's reason once it fires.
 */
export async function exportRun(
  format: ExportFormatId,
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  try {
    options.signal?.throwIfAborted();
    const report = await write(format, run, target, options);
    const leftOut = options.acceptedOnly === true ? unacceptedCount(run) : 0;
    if (leftOut > 0)
      report.notes.push(
        counted(
          leftOut,
          '{count} description not accepted and left out.',
          '{count} descriptions not accepted and left out.',
        ),
      );
    return report;
  } catch (error) {
    // Files that were being written may say it in their own words.
    options.signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Looks for what would stand in the way of an export, before the run is worked on: nothing is written. Beside pictures
 * nothing does; what is there is kept, and the report says so.
 * @throws {ValueError} as {@link exportRun} does.
 */
export async function checkExport(
  format: ExportFormatId,
  run: Pick<ExportedRun, 'rows'>,
  target: string,
  options: Pick<ExportOptions, 'files' | 'replace' | 'overwrite'>,
): Promise<void> {
  const { target: kind } = exportFormat(format);
  if (format === 'huggingface') await checkMetadata(run, target, options);
  else if (kind === 'file') {
    const { name } = options.files.split(target);
    await replaceable(target, options, fileNames(format, name, run.rows.length));
  }
  if (format === 'yolo') await checkYoloLabels(run, target, options);
  else if (kind === 'otherFolder') refuseSamePlace(run, target, options);
}

function write(
  format: ExportFormatId,
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  switch (format) {
    case 'txt':
    case 'caption':
    case 'xmp':
      return exportSidecars(format, run, target, options);
    case 'xmpCopies':
      return exportCopies(run, target, options);
    case 'yolo':
      return exportYoloLabels(run, target, options);
    case 'huggingface':
      return exportHuggingFace(run, target, options);
    case 'jsonl':
    case 'csv':
    case 'parquet':
    case 'markdown':
    case 'coco':
    case 'cocoBoxes':
      return exportFile(format, run, target, options);
  }
}
