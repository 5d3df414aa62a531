import type { Remedy } from '../../../base/remedies.ts';
import type { ExportedRun, ExportOptions, ExportReport } from '../exportOptions.ts';
import { orderedMap } from '../../../base/orderedMap.ts';
import { writeManifest, type WrittenFile } from '../manifest.ts';
import { addFileOutcome, putFile, type FileOutcome } from '../putFile.ts';
import { reportOf } from '../report.ts';
import { keptFile, mayWrite } from './overwriting.ts';
import { leadsOut, leadsOutSentence } from './leadsOut.ts';
import { planSidecars, type SidecarEntry } from './planSidecars.ts';
import { descriptionIn, sidecarContent } from './sidecarContent.ts';
import type { SidecarKind } from './sidecarNames.ts';
import { counted, t } from '../../../base/l10n.ts';

/** Files written at the same time. */
const ahead = 8;

/**
 * Writes a file with its description beside each picture, and the manifest into the run's folder. What stands there already
 * is looked at first, and once more before each file is written.
 */
export async function exportSidecars(
  kind: SidecarKind,
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const { files, overwrite, signal, onProgress } = options;
  const plan = await planSidecars(kind, run, target, options);
  const report = reportOf(kind, plan.stats, { manifest: plan.manifest });
  const standing: WrittenFile[] = [];

  const todo: SidecarEntry[] = [];
  for (const entry of plan.entries) {
    const place = placeFor(entry, options);
    if (mayWrite(place, overwrite)) todo.push({ ...entry, ...place });
    else if (place.state === 'same') {
      report.unchanged++;
      const { file: name, sha256 } = place;
      // A file that happens to hold the same is not made ours by that, nor is what somebody added around our text.
      if (sha256 !== undefined && plan.known.has(name))
        if (sha256 === entry.intended || plan.known.get(name)?.has(sha256) === true)
          standing.push({ name, sha256 });
    } else report.kept.push(keptFile(place.file, place));
  }

  const note = (complete: boolean, written: readonly WrittenFile[]): Promise<void> => {
    const { stats, knownOfKind: known, manifest } = plan;
    return writeManifest(manifest, { format: kind, run, options, stats, files: written, known, complete });
  };

  async function write({ index, location, file }: SidecarEntry): Promise<FileOutcome> {
    signal?.throwIfAborted();
    const row = run.rows[index];
    const description = await run.description(index);
    if (row === undefined || description === undefined)
      return { failed: { name: file, reason: t('The description is not there any more.') } };
    if (await leadsOut(files, target, location)) return { kept: { name: file, reason: leadsOutSentence() } };
    return putFile(
      files,
      {
        name: file,
        location,
        content: sidecarContent(kind, row, description, options),
        known: plan.known.get(file),
        descriptionIn: bytes => descriptionIn(kind, bytes),
      },
      overwrite,
    );
  }

  // Before they are written: should that be broken off, they are known to be ours all the same.
  if (todo.length > 0)
    await note(false, [...standing, ...todo.map(({ file, intended }) => ({ name: file, sha256: intended }))]);
  for await (const outcome of orderedMap(todo, ahead, write)) {
    addFileOutcome(report, outcome);
    if ('written' in outcome) standing.push(outcome.written);
    onProgress?.(report.written + report.unchanged);
  }
  await note(true, standing);
  const remedies: Remedy[] = [];
  if (plan.labels > 0)
    report.notes.push(
      counted(
        plan.labels,
        '{count} file holds labels and was not touched.',
        '{count} files hold labels and were not touched.',
      ),
    );
  if (plan.counts.foreign > 0 && options.inTheWay !== 'otherName')
    remedies.push({ kind: 'renameOnConflict' });
  if (plan.severalLines > 0 && options.onOneLine !== true) {
    report.notes.push(
      counted(
        plan.severalLines,
        '{count} description has several lines. Most training tools read only the first line of a file.',
        '{count} descriptions have several lines. Most training tools read only the first line of a file.',
      ),
    );
    remedies.push({ kind: 'exportOnOneLine' });
  }
  return remedies.length === 0 ? report : { ...report, remedies };
}

/** The usual place, or the other one where somebody else's file has that and the person chose so. */
function placeFor(
  entry: SidecarEntry,
  { inTheWay }: ExportOptions,
): Pick<SidecarEntry, 'location' | 'file' | 'state' | 'sha256' | 'sentence'> {
  return entry.state === 'foreign' && inTheWay === 'otherName' && entry.other !== undefined
    ? entry.other
    : entry;
}
