import type { ExportFiles } from '../exportFiles.ts';
import { t } from '../../../base/l10n.ts';

/** Why no sidecar is written there, a sentence. */
export const leadsOutSentence = (): string =>
  t('Its folder is a link that leads out of the folder of the run.');

/** Whether a file's folder is, by a link on the way to it, outside the folder of the run as both are on the disk now. */
export async function leadsOut(files: ExportFiles, target: string, location: string): Promise<boolean> {
  const [run, folder] = await Promise.all([
    files.realFolder(target),
    files.realFolder(files.split(location).folder),
  ]);
  const way = files.relative(run, folder);
  return way === undefined || way === '..' || way.startsWith('../');
}
