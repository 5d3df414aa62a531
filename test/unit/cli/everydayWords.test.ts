import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keychainNote } from '../../../src/platform/saved/keyStore.ts';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { blue, png, red, solid } from '../../support/pictures.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let cli: Cli;
let folder: string;

beforeEach(async () => {
  cli = await freshCli();
  folder = path.join(cli.folder, 'photos');
  await mkdir(folder);
  await writeFile(path.join(folder, 'red.png'), await png(solid(20, 20, red)));
  await writeFile(path.join(folder, 'blue.png'), await png(solid(20, 20, blue)));
});
afterEach(() => cli[Symbol.asyncDispose]());

test('what is nearly a provider, a schema, a format or a file of classes is answered with what was meant', async () => {
  const said = await cli.runAll([
    ['describe', folder, '--provider', 'opnai', '--model', 'x'],
    ['describe', folder, '--schema', 'captiontags'],
    ['describe', folder, '--export', 'jsonn'],
    ['describe', folder, '--schema', 'caption-tags', '--classes', 'nofile.yaml'],
  ]);
  expect(said.map(([, code]) => code)).toEqual([2, 2, 2, 2]);
  const [provider = '', schema = '', format = '', classes = ''] = said.map(([, , stderr]) => stderr);
  expect(provider).toContain('Did you mean openai?');
  expect(schema).toContain('Did you mean caption-tags?');
  expect(format).toContain('Did you mean jsonl?');
  expect(classes).toContain('data.yaml');
  expect(classes).not.toContain('caption-tags');
});

test('the version by the words that other programs have for it', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  for (const word of ['-V', '-v', '--version', 'version'])
    expect(await cli.run([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('no key on standard input is called that', async () => {
  const { code, stderr } = await cli.run(['provider', 'set', 'openai']);
  expect([code, stderr]).toEqual([3, 'sightline: missingKey: There is no key on standard input.\n']);
});

test('a machine without a keychain is told so in plain words', () => {
  expect(
    keychainNote('Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled'),
  ).toMatch(/^There is no system keychain here\./);
  expect(keychainNote('locked while writing')).toBe('The keychain could not be used: locked while writing.');
});

test('files of earlier exports are not listed as skipped; other files are', async () => {
  await writeFile(path.join(folder, 'notes.md'), 'mine');
  for (const words of [['--export', 'csv', '--export', 'txt'], []]) {
    const { code, stderr } = await cli.run(['describe', folder, ...words]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('notes.md');
    expect(stderr.replace(/^.*CSV:.*$/m, '')).not.toMatch(/descriptions\.csv|manifest|red\.txt/);
  }
});

test('--allow-failed says how many images may fail without the command failing', async () => {
  await writeFile(path.join(folder, 'broken.png'), 'no image');
  expect((await cli.run(['describe', folder])).code).toBe(1);
  expect((await cli.run(['describe', folder, '--allow-failed', '1'])).code).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'a folder for the answers that cannot be made names itself and what to do',
  async () => {
    const file = path.join(cli.folder, 'file');
    await writeFile(file, '');
    await chmod(file, 0o444);
    const state = path.join(file, 'state');
    const { code, stderr } = await cli.run(['describe', folder, '--state', state]);
    expect(code).toBe(6);
    expect(stderr).toContain(state);
    expect(stderr).toContain('--state');
    expect(stderr).toContain('SIGHTLINE_CONFIG_DIR');
  },
);
