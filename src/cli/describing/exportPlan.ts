import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exportFormat, type ExportFormatId } from '../../runs/exports/exportFormats.ts';
import type { ExportReport } from '../../runs/exports/exportOptions.ts';
import { exportRun } from '../../runs/exports/exportRun.ts';
import { nodeExportFiles } from '../../runs/exports/nodeExportFiles.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { pictures } from '../../runs/runWords.ts';
import type { Session } from '../session.ts';
import type { RunPlan } from './runPlan.ts';

/** Writes the exports that a plan names, and says what each did. */
export async function exportPlan(session: Session, plan: RunPlan, record: RunRecord): Promise<void> {
  const { out, signal, version } = session;
  const { exports, output, overwrite } = plan;
  for (const format of exports) {
    out.progress(`Exporting ${exportFormat(format).label}…`);
    const report = await exportRun(format, record, targetOf(format, record, output), {
      files: nodeExportFiles(),
      toolVersion: version,
      readPicture: ({ picture }, stop) => readFile(picture.location, { signal: stop }),
      signal,
      ...(overwrite === undefined ? {} : { overwrite }),
      replace: overwrite === 'edited',
    });
    tell(session, report);
  }
}

function targetOf(format: ExportFormatId, record: RunRecord, output: string | undefined): string {
  const { target, fileName } = exportFormat(format);
  const folder = runFolder(record);
  if (target === 'runFolder') return folder;
  return target === 'file' ? path.join(output ?? folder, fileName) : (output ?? folder);
}

/** The folder that the pictures' names are relative to. */
function runFolder({ rows }: RunRecord): string {
  const [row] = rows;
  if (row === undefined) return process.cwd();
  const { location, name } = row.picture;
  return path.resolve(location, ...name.split('/').map(() => '..'));
}

function tell({ out }: Session, { format, described, written, kept, failed, notes }: ExportReport): void {
  const { label } = exportFormat(format);
  const files = `${written} ${written === 1 ? 'file' : 'files'} written`;
  out.note(`${label}: ${pictures(described)}, ${files}${kept.length > 0 ? `, ${kept.length} kept` : ''}.`);
  for (const { name, reason } of [...kept, ...failed]) out.note(`${name}: ${reason}`);
  for (const note of notes) out.note(note);
}
