import { t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import * as vscode from 'vscode';
import { isAbort } from '../../../base/errors.ts';
import { noImagesText } from '../runText.ts';
import { otherFiles } from '../../../runs/scan/folderWalk.ts';
import { scanHere } from '../../../runs/scan/scanHere.ts';
import { scanPictures, type Scan, type ScanOptions } from '../../../runs/scan/scanPictures.ts';
import type { Scope } from './chooseScope.ts';
import { showInformation } from '../../dialogs/messages.ts';
import { withProgress } from '../../dialogs/progress.ts';
import { editorPictureFiles } from '../files/editorPictureFiles.ts';

/** Looks for the pictures of a scope, with progress; `undefined` where the person stopped it or there are none. */
export async function scanScope(scope: Scope): Promise<Scan | undefined> {
  const found = await withProgress(
    t('Searching for images in {scope}', { scope: scope.title }),
    async (progress, signal) => {
      try {
        return await scanUris(scope.starts, {
          ...present({ glob: scope.pattern }),
          signal,
          onProgress: found => progress.report({ message: t('{found} found', { found }) }),
        });
      } catch (error) {
        if (isAbort(error)) return undefined;
        throw error;
      }
    },
  );
  if (found?.pictures.length !== 0) return found;
  void showInformation(noImagesText(scope.title, otherFiles(found.skipped).length));
  return undefined;
}

/** What lies on this machine is searched by a thread that does nothing else. */
export function scanUris(starts: readonly vscode.Uri[], options: ScanOptions): Promise<Scan> {
  const locations = starts.map(withAuthority);
  return starts.every(({ scheme }) => scheme === 'file')
    ? scanHere(locations, options)
    : scanPictures(editorPictureFiles, locations, options);
}

/** A URI that is told from a path also where its scheme knows no authority: `memory:///folder`. */
export function withAuthority(uri: vscode.Uri): string {
  return uri.toString().replace(/^([a-z][a-z\d+.-]*:)\/(?!\/)/i, '$1///');
}
