import type { ExportFiles } from '../exportFiles.ts';
import type { ExportedRun } from '../exportOptions.ts';
import { withCaption } from '../caption.ts';
import type { SidecarPlan } from './planSidecars.ts';
import { descriptionIn } from './sidecarContent.ts';

/** A description that a person changed in its file. */
export interface SidecarEdit {
  /** Of the row. */
  index: number;
  /** Of the file, relative to the run's folder. */
  file: string;
  /** What the run's text becomes. */
  text: string;
}

/** The descriptions that were edited by hand in the files of a plan, to be kept as edits of the run. */
export async function* readBackEdits(
  plan: SidecarPlan,
  run: ExportedRun,
  files: ExportFiles,
): AsyncGenerator<SidecarEdit, void, undefined> {
  for (const { index, other, ...usual } of plan.entries)
    for (const { state, location, file } of other === undefined ? [usual] : [usual, other]) {
      if (state !== 'edited') continue;
      const bytes = await files.read(location);
      const caption = bytes === undefined ? undefined : descriptionIn(plan.kind, bytes);
      const description = await run.description(index);
      if (caption === undefined || caption.trim() === '' || description === undefined) continue;
      yield { index, file, text: withCaption(description, caption) };
    }
}
