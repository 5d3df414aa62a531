import { SightlineError } from '../../base/errors.ts';
import type { ExportFiles } from './exportFiles.ts';
import type { ExportOptions, ExportReport, NamedReason } from './exportOptions.ts';
import { sha256Of } from '../../base/node/hash.ts';
import type { WrittenFile } from './manifest.ts';
import { keptFile, mayWrite } from './sidecars/overwriting.ts';
import { existingFileAt, type Intended } from './sidecars/existingFile.ts';

/** What became of one file of an export. */
export type FileOutcome =
  | { written: WrittenFile; /** In the place of what an earlier export wrote. */ replaced: boolean }
  | { unchanged: WrittenFile }
  | { kept: NamedReason }
  | { failed: NamedReason };

/** A file of an export among others. */
export interface PutFile extends Intended {
  /** As the report and the manifest call it. */
  name: string;
  location: string;
}

/** Writes a file where nothing stands in the way: the place is looked at directly before. */
export async function putFile(
  files: ExportFiles,
  { name, location, ...intended }: PutFile,
  overwrite: ExportOptions['overwrite'],
): Promise<FileOutcome> {
  const { content } = intended;
  const now = await existingFileAt(files, location, intended);
  if (now.state === 'same') return { unchanged: { name, sha256: now.sha256 ?? sha256Of(content) } };
  if (!mayWrite(now, overwrite)) return { kept: keptFile(name, now) };
  try {
    await files.write(location, typeof content === 'string' ? Buffer.from(content) : content);
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    return { failed: { name, reason: error.message } };
  }
  return { written: { name, sha256: sha256Of(content) }, replaced: now.state !== 'new' };
}

/** Adds an outcome to a report. */
export function addFileOutcome(report: ExportReport, outcome: FileOutcome): void {
  if ('written' in outcome) {
    report.written++;
    if (outcome.replaced) report.replaced++;
  } else if ('unchanged' in outcome) report.unchanged++;
  else if ('kept' in outcome) report.kept.push(outcome.kept);
  else report.failed.push(outcome.failed);
}
