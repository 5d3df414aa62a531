import path from 'node:path';
import { SightlineError } from '../../errors.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import { pictures } from '../../runs/runWords.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../runs/scan/scanPictures.ts';
import type { Session } from '../session.ts';
import type { RunPlan } from './runPlan.ts';

/**
 * Looks for the pictures of a plan and makes a run of them.
 * @throws {SightlineError} where there are none.
 */
export async function newRecord(session: Session, store: RunStore, plan: RunPlan): Promise<RunRecord> {
  const { out, signal } = session;
  const { locations, glob, question } = plan;
  const found = await scanPictures(nodePictureFiles(), locations, {
    ...(glob === undefined ? {} : { glob }),
    signal,
    onProgress: count => out.progress(`Looking for pictures: ${pictures(count)}…`),
  });
  for (const { name, reason } of found.skipped.slice(0, mostSkippedNamed)) out.note(`${name}: ${reason}.`);
  const more = found.skipped.length - mostSkippedNamed;
  if (more > 0) out.note(`${more} more files were left out.`);
  if (found.pictures.length === 0)
    throw new SightlineError('unsupportedImage', 'There are no pictures.', {
      hint: 'Files are known by their endings; a file that is named itself is read whatever its ending.',
    });
  const title = locations.length === 1 ? path.basename(locations[0] ?? '') : pictures(found.pictures.length);
  return store.create({ title, question, ...found });
}

/** Files that are no pictures are the rule in many folders; a few names are enough. */
const mostSkippedNamed = 5;
