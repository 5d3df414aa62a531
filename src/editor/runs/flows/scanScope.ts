import { present } from '../../../base/present.ts';
import { formatNumber } from '../../../base/format.ts';
import * as vscode from 'vscode';
import { isAbort } from '../../../base/errors.ts';
import type { PictureFiles } from '../../../runs/runPicture.ts';
import { noImagesText } from '../runText.ts';
import { otherFiles } from '../../../runs/scan/folderWalk.ts';
import { scanPictures, type Scan } from '../../../runs/scan/scanPictures.ts';
import type { Scope } from './chooseScope.ts';
import { showInformation } from '../../dialogs/messages.ts';
import { withProgress } from '../../dialogs/progress.ts';

/** Looks for the pictures of a scope, with progress; `undefined` where the person stopped it or there are none. */
export async function scanScope(scope: Scope, files: PictureFiles): Promise<Scan | undefined> {
  const scan = await withProgress(`Searching for images in ${scope.title}`, async (progress, signal) => {
    try {
      return await scanPictures(files, scope.starts.map(withAuthority), {
        ...present({ glob: scope.pattern }),
        signal,
        onProgress: found => progress.report({ message: `${formatNumber(found)} found` }),
      });
    } catch (error) {
      if (isAbort(error)) return undefined;
      throw error;
    }
  });
  if (scan?.pictures.length !== 0) return scan;
  void showInformation(noImagesText(scope.title, otherFiles(scan.skipped).length));
  return undefined;
}

/** A URI that is told from a path also where its scheme knows no authority: `memory:///folder`. */
function withAuthority(uri: vscode.Uri): string {
  return uri.toString().replace(/^([a-z][a-z\d+.-]*:)\/(?!\/)/i, '$1///');
}
