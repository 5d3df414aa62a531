import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import {
  installExtension,
  quietSettings,
  startCodeServer,
  writeEditorSettings,
} from '../../scripts/codeServer.ts';
import { editorEnvironment } from '../../scripts/editorEnvironment.ts';
import type { RunningServer } from '../../scripts/serverProcess.ts';
import { chromiumArguments, ownSignals } from '../support/chromium.ts';
import { EditorPage } from './editorPage.ts';

/** How an editor starts. */
export interface EditorOptions {
  /** The person's settings, beside those that keep the editor quiet. */
  settings?: Record<string, unknown>;
  /** Leave the question whether a folder is trusted to the editor. Default: every folder is trusted. */
  askForTrust?: boolean;
  /** Let the offline describer recognize, which takes seconds and half a gigabyte. Default: it only measures. */
  recognizes?: boolean;
  /** Variables for the extension host. None with a key gets there otherwise. */
  env?: Record<string, string>;
  /** More files for the sample folder, by their path in it. */
  files?: Record<string, string | Uint8Array>;
  /** The language of the editor: its own words stay English, those of extensions are in it. Default English. */
  language?: string;
  /** A package to install instead of the one for this platform. */
  vsix?: string;
  /** Packages of other extensions to install beside ours. */
  beside?: readonly string[];
  /** Size of the window, CSS pixels. Default 1280 by 800. */
  window?: { width: number; height: number };
}

/** Without it an editor in another language waits for translations of its own extensions from the gallery, and activates nothing. */
const noGallery = { serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' };

/** The editors that stand now. */
export const openEditors = new Set<EditorPage>();

/** Starts a fresh editor with Sightline installed and a copy of the sample folder open, and waits until it stands. */
export async function startEditor(options: EditorOptions = {}): Promise<EditorPage> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'sightline-click-'));
  const folder = path.join(scratch, 'lakeside');
  const userData = path.join(scratch, 'user-data');
  await cp(fromRunner('FOLDER'), folder, { recursive: true });
  for (const [name, content] of Object.entries(options.files ?? {}))
    await writeFile(path.join(folder, name), content);
  await writeEditorSettings(userData, {
    ...quietSettings,
    // The theme follows the browser's: `EditorPage.setTheme` need not look for it in a list.
    'window.autoDetectColorScheme': true,
    'workbench.preferredDarkColorTheme': 'Dark Modern',
    'workbench.preferredLightColorTheme': 'Light Modern',
    // A hint that pops up under the pointer would lie over what is clicked next.
    'workbench.hover.delay': 600_000,
    // What takes a fourth of the machine and is not looked at: animations, the map beside a text, the editor's own chat.
    'workbench.reduceMotion': 'on',
    'editor.minimap.enabled': false,
    'chat.disableAIFeatures': true,
    ...(options.askForTrust === true ? {} : { 'security.workspace.trust.enabled': false }),
    ...options.settings,
  });
  const editor = { entry: fromRunner('EDITOR') };
  const { vsix, beside = [], language } = options;
  if (language !== undefined) await addLanguagePack(userData, language);
  const isShared = vsix === undefined && beside.length === 0;
  const extensions = isShared ? fromRunner('EXTENSIONS') : path.join(scratch, 'extensions');
  if (!isShared && vsix === undefined) await cp(fromRunner('EXTENSIONS'), extensions, { recursive: true });
  for (const file of [...(vsix === undefined ? [] : [vsix]), ...beside])
    await installExtension(
      editor,
      { userData: path.join(scratch, 'install'), extensions },
      file,
      editorEnvironment(false),
    );
  const startServer = (port: number): Promise<RunningServer> =>
    startCodeServer(
      editor,
      { userData, extensions },
      port,
      {
        ...editorEnvironment(false),
        ...(options.recognizes === true ? {} : { SIGHTLINE_RECOGNITION: 'off' }),
        ...(language === undefined ? {} : { EXTENSIONS_GALLERY: JSON.stringify(noGallery) }),
        ...options.env,
      },
      language,
    );
  const server = await startServer(0);
  const context = await chromium.launchPersistentContext(path.join(scratch, 'browser'), {
    executablePath: process.env['SIGHTLINE_CHROMIUM'] ?? '',
    args: chromiumArguments,
    ...ownSignals,
    // The server would compress 19 MB of script for each window.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    colorScheme: 'dark',
    viewport: options.window ?? { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(60_000);
  const page = context.pages()[0] ?? (await context.newPage());
  const opened = new EditorPage({
    page,
    folder,
    userData,
    extensions,
    server,
    startServer,
    dispose: async () => {
      openEditors.delete(opened);
      await context.close();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  openEditors.add(opened);
  await opened.open();
  return opened;
}

/** Gives an editor a language without translating it: an empty language pack, as the editor keeps those that are installed. */
async function addLanguagePack(userData: string, language: string): Promise<void> {
  const translations = path.join(userData, 'translations.json');
  await writeFile(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extension = { extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' };
  const pack = {
    hash: 'empty',
    label: language,
    extensions: [extension],
    translations: { vscode: translations },
  };
  await writeFile(path.join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

/** What test/e2e/run.ts has prepared. */
function fromRunner(name: 'EDITOR' | 'EXTENSIONS' | 'FOLDER'): string {
  const value = process.env[`SIGHTLINE_E2E_${name}`];
  if (value === undefined) throw new Error('Start the click tests by `npm run test:e2e`.');
  return value;
}
