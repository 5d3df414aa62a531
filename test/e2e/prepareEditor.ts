import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage } from '../../scripts/buildPackage.ts';
import { installExtension } from '../../scripts/codeServer.ts';
import { editorEnvironment } from '../../scripts/editorEnvironment.ts';
import { installEditor } from '../../scripts/editorInstall.ts';
import { makeSampleFolder } from '../../scripts/sampleFolder.ts';
import { step } from '../../scripts/steps.ts';
import { buildOnce } from '../support/buildOnce.ts';
import { findChromium } from '../support/chromium.ts';

/** The packaged extension in an editor that `startEditor` can start. */
export interface PreparedEditor extends AsyncDisposable {
  /** What `startEditor` reads from the environment. */
  env: NodeJS.ProcessEnv;
}

/** Builds and packages the extension, and installs it into an editor of its own with a sample folder. */
export async function prepareEditor(): Promise<PreparedEditor> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'sightline-clicks-'));
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  try {
    step('building and packaging');
    await buildOnce();
    const { file } = await buildPackage();
    const editor = await installEditor(step);
    const chromium = await findChromium(step);
    step('installing the extension');
    const extensions = path.join(scratch, 'extensions');
    const env = editorEnvironment(false);
    await installExtension(editor, { userData: path.join(scratch, 'install'), extensions }, file, env);
    const folder = path.join(scratch, 'sample');
    await makeSampleFolder(folder);
    return {
      env: {
        ...env,
        SIGHTLINE_E2E_EDITOR: editor.entry,
        SIGHTLINE_E2E_EXTENSIONS: extensions,
        SIGHTLINE_E2E_FOLDER: folder,
        SIGHTLINE_CHROMIUM: chromium,
      },
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
