import { present } from '../../base/present.ts';
import { formatNumber, plural, pluralWord } from '../../base/format.ts';
import path from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import { explorerOrder } from '../../runs/scan/explorerOrder.ts';
import { noPicture, type Skipped } from '../../runs/scan/folderWalk.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { withLabels } from '../../runs/running/pictureLabels.ts';
import { scanHere } from '../../runs/scan/scanHere.ts';
import type { Session } from '../session.ts';
import type { RunPlan } from './runPlan.ts';

/**
 * Looks for the pictures of a plan and makes a run of them.
 * @throws {SightlineError} where there are none.
 */
export async function newRecord(session: Session, store: RunStore, plan: RunPlan): Promise<RunRecord> {
  const { out, signal } = session;
  const { locations, glob, question } = plan;
  const found = await scanHere(locations, {
    ...present({ glob }),
    archives: true,
    signal,
    onProgress: count => out.progress(`Looking for images: ${plural(count, 'image')}…`),
  });
  const { skipped, missing } = found;
  const isRow = new Set(found.pictures.length === 0 ? [] : missing.map(({ name }) => name));
  noteSkipped(
    session,
    skipped.filter(({ name }) => !isRow.has(name)),
  );
  if (found.pictures.length === 0)
    throw glob === undefined
      ? new SightlineError('unsupportedImage', 'No images found.', {
          hint: 'Files are known by their endings; a file that is named itself is read whatever its ending.',
        })
      : new SightlineError('unsupportedImage', `There are no images that match "${glob}".`, {
          hint: 'A pattern with / in it begins at the folder that is described, not at the current one.',
        });
  const title =
    locations.length === 1 ? path.basename(locations[0] ?? '') : plural(found.pictures.length, 'image');
  // A file that was named and is not there is a failure of its own, not something to pass over.
  const all = [...found.pictures, ...missing].sort((one, other) => explorerOrder(one.name, other.name));
  const pictures = await withLabels(question.prompt, all, nodePictureFiles());
  return store.create({ title, question, pictures, skipped }).catch((error: unknown) => {
    if (error instanceof SightlineError && error.code === 'store' && mayNotWrite(error.cause))
      error.hint = `Answers are saved in ${plan.state}. Choose another folder with --state, or set SIGHTLINE_CONFIG_DIR.`;
    throw error;
  });
}

function mayNotWrite(cause: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST'].includes(systemCode(cause) ?? '');
}

/** Files that are no pictures are the rule in many folders; a few names are enough, those with other reasons first. */
const mostSkippedNamed = 5;

/** Says what was met that is no image. */
export function noteSkipped({ out }: Session, skipped: readonly Skipped[]): void {
  const rare = skipped.filter(({ reason }) => reason !== noPicture());
  const usual = skipped.filter(({ reason }) => reason === noPicture());
  for (const { name, reason } of [...rare, ...usual].slice(0, mostSkippedNamed))
    out.note(`${name}: ${reason}.`);
  const more = skipped.length - mostSkippedNamed;
  if (more > 0) out.note(`${formatNumber(more)} more ${pluralWord(more, 'file was', 'files were')} skipped.`);
}
