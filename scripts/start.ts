/**
 * `npm start -- [--port N] [--desktop]`: builds and installs the extension into a real editor with a sample folder to try
 * it on. The editor is our own in the browser, or with `--desktop` the VS Code that is installed.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage } from './buildPackage.ts';
import { endAllOnSignals, lastLines, run } from './childProcess.ts';
import { installExtension, quietSettings, startCodeServer, writeEditorSettings } from './codeServer.ts';
import { editorEnvironment } from './editorEnvironment.ts';
import { editorFolder, installEditor } from './editorInstall.ts';
import { openBrowser } from './openBrowser.ts';
import { projectFolder } from './projectFolder.ts';
import { makeSampleFolder } from './sampleFolder.ts';
import { step } from './steps.ts';

/** The same at each start where it is free: what the browser keeps, logins too, belongs to the address. */
const usualPort = 8730;
const sample = path.join(projectFolder, '.sample');

const whatToTry = `Try this; no account is needed:
  - In the explorer open "pictures", right-click lake.jpg, Describe Image.
  - Open code/priceOfOrder.ts, select the function, press F1, Sightline: Prompt Model.
  - Press F1, Sightline: Choose Model, to ask a real model instead of the offline describer.`;

/** The installed VS Code. */
const code = process.platform === 'win32' ? 'code.cmd' : 'code';

const ending = endAllOnSignals();
const { values } = parseArgs({ options: { port: { type: 'string' }, desktop: { type: 'boolean' } } });
try {
  if (values.desktop === true) await run(code, ['--version']).catch(withoutCode);
  const vsix = await makeVsix();
  if (values.desktop === true) await startDesktop(vsix);
  else await startInBrowser(vsix, values.port === undefined ? await freePort() : Number(values.port));
} catch (error) {
  if (!ending.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function makeVsix(): Promise<string> {
  step('building');
  await run(process.execPath, [path.join(projectFolder, 'esbuild.mjs')], { show: true });
  if (!existsSync(sample)) {
    step('drawing the sample folder');
    await makeSampleFolder(sample);
  }
  step('packaging');
  return (await buildPackage()).file;
}

async function startInBrowser(vsix: string, port: number): Promise<void> {
  const editor = await installEditor(step);
  const folders = {
    userData: path.join(editorFolder, 'start/user-data'),
    extensions: path.join(editorFolder, 'start/extensions'),
  };
  await writeEditorSettings(folders.userData, {
    ...quietSettings,
    'security.workspace.trust.enabled': false,
  });
  step('installing the extension');
  const env = editorEnvironment(true);
  await installExtension(editor, folders, vsix, env);
  step('starting the editor');
  const server = await startCodeServer(editor, folders, port, env);
  const address = `${server.url}/?folder=${encodeURIComponent(sample).replaceAll('%2F', '/')}`;
  await fetch(address, { signal: AbortSignal.timeout(60_000) });
  step('ready');
  console.log(`\n  ${address}\n\n${whatToTry}\n\nCtrl-C ends it.`);
  openBrowser(address);
  await server.ended;
  if (!ending.aborted) throw new Error(`The editor has ended by itself.\n${lastLines(server.log(), 15)}`);
}

function withoutCode(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  throw new Error(
    '`code` is not on the PATH. In VS Code run "Shell Command: Install \'code\' command in PATH", or leave --desktop out.',
    { cause: error },
  );
}

async function startDesktop(vsix: string): Promise<void> {
  step('installing the extension into VS Code');
  await run(code, ['--install-extension', vsix, '--force']);
  step('opening the sample folder');
  await run(code, [sample]);
  console.log(`\n${whatToTry}`);
}

/** The usual port, or 0 for any where it is taken. */
function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer()
      .once('error', () => resolve(0))
      .listen(usualPort, '127.0.0.1', () => probe.close(() => resolve(usualPort)));
  });
}
