import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startEditor } from '../e2e/startEditor.ts';
import { settingsFor } from '../e2e/testSettings.ts';
import { exportedNames, type Host } from './host.ts';
import { makePictures } from './makePictures.ts';

/** The real editor, with `count` pictures in a folder of the sample. What is killed is its extension host. */
export async function editorHost(count: number, url: string): Promise<Host> {
  const editor = await startEditor({ settings: settingsFor(url) });
  const pictures = path.join(editor.folder, 'endurance');
  await makePictures(pictures, count);
  // The explorer lists what is there when the window opens.
  await editor.open();
  let isNew = true;
  const begin = async (): Promise<void> => {
    if (isNew) {
      await editor.explorer.chooseFromMenu('endurance', 'Describe Folder…');
      await editor.run.says('Not started');
      await editor.run.button('Start').click();
      isNew = false;
      return;
    }
    const resume = editor.run.button(/^(?:Resume|Retry .*)$/);
    await resume.first().click();
  };
  const pause = editor.run.button('Pause');
  const ended = async (): Promise<'done' | 'failures'> => {
    // What is left may be done before anybody sees that it runs.
    await pause.waitFor({ timeout: 3000 }).catch(() => undefined);
    await pause.waitFor({ state: 'hidden', timeout: 0 });
    return (await editor.run.button(/^Retry /).count()) > 0 ? 'failures' : 'done';
  };
  return {
    start: async () => {
      await begin();
      let isDead = false;
      return {
        kill: async () => {
          isDead = true;
          for (const pid of await extensionHosts(editor.serverPid)) process.kill(pid, 'SIGKILL');
          await editor.open();
          await editor.notifications.press('was interrupted when the window closed', 'Resume Run');
        },
        ended: ended().catch((error: unknown) => {
          if (isDead) return 'killed';
          throw error;
        }),
      };
    },
    state: async () => {
      const storage = path.join(editor.userData, 'User/workspaceStorage');
      const [id = ''] = await readdir(storage);
      return path.join(storage, id, 'sightline.sightline/runs');
    },
    exports: async () => {
      await editor.run.button('Export…').click();
      await editor.quickInput.tick('JSON Lines', 'CSV', 'COCO captions');
      await editor.quickInput.widget.getByRole('button', { name: 'Export Here' }).click();
      await editor.notifications.toast(/3 files written/).waitFor({ timeout: 0 });
      return exportedNames.map(name => path.join(pictures, name));
    },
    [Symbol.asyncDispose]: () => editor.close(),
  };
}

/** The extension hosts among the processes below one, by way of Linux's `/proc`. */
async function extensionHosts(head: number): Promise<number[]> {
  const processes = await Promise.all(
    (await readdir('/proc'))
      .filter(name => /^\d+$/.test(name))
      .map(async name => {
        const [stat, command] = await Promise.all(
          ['stat', 'cmdline'].map(file => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
        );
        return {
          pid: Number(name),
          parent: Number(stat?.split(') ')[1]?.split(' ')[1]),
          command: command ?? '',
        };
      }),
  );
  const below = new Set([head]);
  for (let grown = true; grown;) {
    const more = processes.filter(({ pid, parent }) => below.has(parent) && !below.has(pid));
    for (const { pid } of more) below.add(pid);
    grown = more.length > 0;
  }
  return processes
    .filter(({ pid, command }) => below.has(pid) && command.includes('--type=extensionHost'))
    .map(({ pid }) => pid);
}
