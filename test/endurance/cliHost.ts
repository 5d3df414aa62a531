import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { makePictures } from './makePictures.ts';
import { exportedNames, type Host } from './host.ts';

/** The command line, with a folder of its own that gets `count` pictures. */
export async function cliHost(folder: string, count: number, url: string): Promise<Host> {
  const pictures = path.join(folder, 'pictures');
  await makePictures(pictures, count);
  const config = path.join(folder, 'config');
  await mkdir(config, { recursive: true });
  await writeFile(
    path.join(config, 'provider-endurance.json'),
    JSON.stringify({ id: 'endurance', baseUrl: url, needsKey: false }),
  );
  const words = ['describe', pictures, '--provider', 'endurance', '--model', 'm', '--concurrency', '8'];
  const run = (more: readonly string[] = []) => {
    const child = spawn(process.execPath, [path.join(projectFolder, 'dist/cli.mjs'), ...words, ...more], {
      env: { PATH: process.env.PATH, HOME: folder, SIGHTLINE_CONFIG_DIR: config, SIGHTLINE_KEYCHAIN: 'off' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let messages = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (messages += text));
    const ended = once(child, 'close').then(([code, signal]) => {
      if (signal !== null) return 'killed' as const;
      if (code === 0) return 'done' as const;
      if (code === 1) return 'failures' as const;
      throw new Error(`The command line ended with ${String(code)}:\n${messages}`);
    });
    return { child, ended };
  };
  return {
    state: () => Promise.resolve(path.join(config, 'runs')),
    start: () => {
      const { child, ended } = run();
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL');
        await ended;
      };
      return Promise.resolve({ kill, ended });
    },
    exports: async () => {
      const output = path.join(folder, 'exports');
      await run(['--export', 'jsonl', '--export', 'csv', '--export', 'coco', '--output', output]).ended;
      return exportedNames.map(name => path.join(output, name));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
