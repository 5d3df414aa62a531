import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lastLines, ProgramFailed, runNpm } from './childProcess.ts';
import { projectFolder } from './projectFolder.ts';

/** The package of the npm registry that carries a whole VS Code, and its version: VS Code 1.139.1. */
const editorVersion = '4.139.1';

/** The folder for the editor, its data and what tests make of them; ignored by git. */
export const editorFolder = path.join(projectFolder, '.vscode-test');

/** Where the parts of an installed editor lie. */
export interface InstalledEditor {
  /** code-server's own entry: the editor as a user gets it. */
  entry: string;
  /** VS Code's server, which runs tests inside its extension host. */
  server: string;
}

/**
 * Installs the editor into `.vscode-test` unless it is there: about 20 s and 600 MB, once. It is built beside its place
 * and moved there whole, so a broken install leaves nothing behind that looks like an editor.
 * @param say gets a line before the long wait.
 * @throws {Error} that says what to do where the registry cannot be reached or the install fails.
 */
export async function installEditor(say: (line: string) => void = console.log): Promise<InstalledEditor> {
  const target = path.join(editorFolder, `code-server-${editorVersion}`);
  if (!existsSync(target)) {
    requireNode();
    await removeLeftovers();
    say(`fetching the editor (code-server ${editorVersion}: 600 MB, once) …`);
    const unfinished = path.join(editorFolder, `unfinished-${process.pid}`);
    try {
      await install(unfinished);
      await rename(unfinished, target).catch((error: unknown) => {
        if (!existsSync(target)) throw error;
      });
    } catch (error) {
      const reason = error instanceof ProgramFailed ? lastLines(error.output, 12) : String(error);
      throw new Error(
        `The editor could not be installed into ${editorFolder}.\n${reason}\n` +
          'Check the connection to the npm registry (npm ping) and that 1 GB of disk is free, then run this again.',
        { cause: error },
      );
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  const codeServer = path.join(target, 'node_modules/code-server');
  return {
    entry: path.join(codeServer, 'out/node/entry.js'),
    server: path.join(codeServer, 'lib/vscode/out/server-main.js'),
  };
}

/**
 * No install scripts: they would compile modules that nothing here needs. The inner installs, of VS Code's own packages
 * and of TypeScript for its built-in extensions, take npm's older rules for peers, by which their lock files were written.
 */
async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['install', '--prefix', folder, `code-server@${editorVersion}`, ...quiet], { cwd: folder });
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  for (const cwd of [vscode, path.join(vscode, 'extensions')])
    await runNpm(['ci', '--omit=dev', '--legacy-peer-deps', ...quiet], { cwd });
}

/** Removes what an install of a process that is gone has left. */
async function removeLeftovers(): Promise<void> {
  await mkdir(editorFolder, { recursive: true });
  for (const name of await readdir(editorFolder)) {
    const pid = /^unfinished-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(path.join(editorFolder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function requireNode(): void {
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Error(
      `The editor runs on Node.js 24; this is ${process.version} (${process.execPath}). ` +
        'Start this by `npm run`, after `npm ci`: that brings Node.js 24 along.',
    );
}
