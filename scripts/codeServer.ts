import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './childProcess.ts';
import type { InstalledEditor } from './editorInstall.ts';
import { startServer, type RunningServer } from './serverProcess.ts';

/** The folders of one editor: fresh ones make a fresh editor. */
export interface EditorFolders {
  userData: string;
  extensions: string;
}

/** Settings by which the editor starts without pages, tips and updates of its own, and else acts as on the desktop. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'telemetry.telemetryLevel': 'off',
  'git.enabled': false,
  // As on the desktop; in a browser the editor saves by itself.
  'files.autoSave': 'off',
};

/** Writes the person's settings of an editor; what stands there already wins. */
export async function writeEditorSettings(
  userData: string,
  settings: Record<string, unknown>,
): Promise<void> {
  const file = path.join(userData, 'User/settings.json');
  await mkdir(path.dirname(file), { recursive: true });
  const present = await readFile(file, 'utf8').catch(() => '{}');
  const merged = { ...settings, ...(JSON.parse(present) as Record<string, unknown>) };
  await writeFile(file, `${JSON.stringify(merged, undefined, 2)}\n`);
}

/** Installs a packaged extension as a person would. */
export async function installExtension(
  editor: Pick<InstalledEditor, 'entry'>,
  folders: EditorFolders,
  vsix: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const args = [editor.entry, ...folderArguments(folders), '--install-extension', vsix, '--force'];
  await run(process.execPath, args, { env });
}

/**
 * Starts the editor as a user gets it, without a password, for this machine alone. Port 0 takes a free one. Another language than
 * English needs a language pack in the editor (`languagepacks.json`).
 */
export function startCodeServer(
  editor: Pick<InstalledEditor, 'entry'>,
  folders: EditorFolders,
  port: number,
  env: NodeJS.ProcessEnv,
  language = 'en',
): Promise<RunningServer> {
  const args = [
    editor.entry,
    ...folderArguments(folders),
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-proxy', '--locale', language],
  ];
  return startServer(args, /listening on http:\/\/127\.0\.0\.1:(\d+)/, env);
}

/** Its configuration lies with its data, not in the person's home. */
function folderArguments({ userData, extensions }: EditorFolders): string[] {
  const config = path.join(userData, 'code-server.yaml');
  return ['--user-data-dir', userData, '--extensions-dir', extensions, '--config', config];
}
