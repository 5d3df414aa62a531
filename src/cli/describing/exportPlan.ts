import { plural } from '../../base/format.ts';
import path from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { remedyIn } from '../../base/remedies.ts';
import { exportFormat, type ExportFormatId } from '../../runs/exports/exportFormats.ts';
import type { ExportReport, NamedReason } from '../../runs/exports/exportOptions.ts';
import { exportProgress } from '../../runs/exports/exportProgress.ts';
import { checkExport, exportRun } from '../../runs/exports/exportRun.ts';
import { nodeExportFiles } from '../../runs/exports/nodeExportFiles.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { archivesOnTheWay } from '../../runs/scan/archives/archivedFile.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { exitCodeOfAll } from '../exitCodes.ts';
import { remedyText } from '../remedyText.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { BoxesFolder, checkBoxesFolder } from './drawnBoxes.ts';
import type { RunPlan } from './runPlan.ts';

/** Files that are named with what became of them; of more it is said how many. */
const mostNamed = 5;

/**
 * Looks for what would stand in the way of a plan's exports, before anything is asked.
 * @throws {ValueError} {@link UsageError} where nobody named the folder that an export would go to.
 */
export async function checkExports(
  { exports, exporting, output, boxes, locations, archives }: RunPlan,
  record: RunRecord,
): Promise<void> {
  const inFolders = foldersOf(record, archives);
  if (boxes !== undefined) await checkBoxesFolder(boxes, inFolders);
  const beside = exports.find(
    format => exportFormat(format).target === 'runFolder' || format === 'huggingface',
  );
  if (beside !== undefined && archives.length > 0)
    throw new UsageError(
      `--export ${beside} needs files beside the images, which cannot be in a tar archive.`,
      'describe',
    );
  const intoFile = exports.find(format => exportFormat(format).target === 'file');
  if (intoFile !== undefined && output === undefined && !isChosen(runFolder(record), locations, inFolders))
    throw new UsageError(
      `The images are in several folders: specify the folder for ${exportFormat(intoFile).fileName} with --output.`,
      'describe',
    );
  const files = nodeExportFiles();
  for (const format of exports)
    await checkExport(format, record, targetOf(format, record, output), { files, ...exporting });
}

/**
 * Writes the exports and the drawn copies that a plan names, and says what each did; one that fails does not stop the others.
 * @returns the exit code: good where all files that were to be written are there.
 */
export async function exportPlan(session: Session, plan: RunPlan, record: RunRecord): Promise<number> {
  const { out, signal, version } = session;
  const { exports, exporting, output } = plan;
  const failures: SightlineError[] = [];
  for (const format of exports) {
    const words = `Exporting ${exportFormat(format).label}`;
    out.progress(`${words}…`);
    try {
      const report = await exportRun(format, record, targetOf(format, record, output), {
        files: nodeExportFiles(),
        toolVersion: version,
        readPicture: ({ picture }, stop) => nodePictureFiles().read(picture.location, stop),
        signal,
        onProgress: exportProgress(record.rows.length, howFar => out.progress(`${words}: ${howFar}…`)),
        ...exporting,
      });
      printReport(session, report);
      failures.push(...report.failed.map(({ reason }) => new SightlineError('store', reason)));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SightlineError)) throw error;
      out.error(error);
      failures.push(error);
    }
  }
  if (plan.boxes !== undefined) {
    const drawn = await BoxesFolder.open(session, plan.boxes);
    try {
      await drawn.addRun(record);
    } finally {
      failures.push(...(await drawn.close()));
    }
  }
  return exitCodeOfAll(failures);
}

function targetOf(format: ExportFormatId, record: RunRecord, output: string | undefined): string {
  const { target, fileName } = exportFormat(format);
  const folder = runFolder(record);
  if (target === 'runFolder') return folder;
  return target === 'file' ? path.join(output ?? folder, fileName) : (output ?? folder);
}

/** The folder that the pictures' names are relative to. */
export function runFolder({ rows }: RunRecord): string {
  const [row] = rows;
  if (row === undefined) return process.cwd();
  const { location, name } = row.picture;
  return path.resolve(location, ...name.split('/').map(() => '..'));
}

/** Whether a run's folder is one that was named: itself, by an image right in it, or as the working folder. */
function isChosen(folder: string, locations: readonly string[], inFolders: ReadonlySet<string>): boolean {
  const isIn = (parent: string): boolean => !path.relative(parent, folder).startsWith('..');
  return isIn(process.cwd()) || locations.some(isIn) || inFolders.has(folder);
}

/** The folders that images lie in, those in archives by the folder of the archive. */
function foldersOf({ rows }: RunRecord, archives: readonly string[]): Set<string> {
  const known = new Set(archives);
  const fileOf = (location: string): string =>
    archivesOnTheWay(location).find(archive => known.has(archive)) ?? location;
  return new Set(rows.map(({ picture }) => path.dirname(fileOf(path.resolve(picture.location)))));
}

function printReport(session: Session, report: ExportReport): void {
  const { format, described, written, unchanged, kept, failed, notes, remedies = [] } = report;
  const { out } = session;
  const counts = [
    plural(described, 'image'),
    `${plural(written, 'file')} written`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(kept.length > 0 ? [`${kept.length} kept`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ];
  out.note(`${exportFormat(format).label}: ${counts.join(', ')}.`);
  reportFiles(session, failed);
  reportFiles(session, kept);
  for (const note of notes) out.note(note);
  for (const remedy of remedies) out.note(remedyIn(remedyText, remedy));
}

function reportFiles({ out }: Session, files: readonly NamedReason[]): void {
  for (const { name, reason, remedy } of files.slice(0, mostNamed))
    out.note(reason.includes(name) ? reason : `${name}: ${reason}`, remedy);
  const more = files.length - mostNamed;
  if (more > 0) out.note(`And ${more} more.`);
}
