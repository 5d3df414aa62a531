import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { blue, lime, png, red, solid } from '../../support/pictures.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const mine = ['--provider', 'mine', '--model', 'm1'];

interface Line {
  file: string;
  text?: string;
  error?: { code: string; message: string };
}

let cli: Cli;
let provider: TestProvider;
let folder: string;

beforeEach(async () => {
  [cli, provider] = await Promise.all([
    freshCli({ MINE_API_KEY: 'sk-canary-0123456789' }),
    startTestProvider(),
  ]);
  folder = path.join(cli.folder, 'pictures');
  await mkdir(folder);
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({ id: 'mine', baseUrl: provider.url, keyVariable: 'MINE_API_KEY' }),
  );
  await Promise.all([picture('a.png', red), picture('b.png', lime), picture('c.png', blue)]);
});
afterEach(() => Promise.all([cli[Symbol.asyncDispose](), provider.close()]));

async function picture(name: string, colour: typeof red): Promise<void> {
  await writeFile(path.join(folder, name), await png(solid(30, 20, colour)));
}

const at = (name: string): string => path.join(folder, name);

const namesOf = (stdout: string): string[] => linesOf(stdout).map(({ file }) => path.basename(file));

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line);

test('names come as PowerShell and Windows write them: with a mark, in UTF-16, with CRLF', async () => {
  const list = `${at('a.png')}\r\n${at('b.png')}\r\n`;
  const encodings = [
    Buffer.from(`\uFEFF${list}`),
    Buffer.from(`\uFEFF${list}`, 'utf16le'),
    Buffer.from(`\uFEFF${list}`, 'utf16le').swap16(),
  ];
  for (const input of encodings) {
    const { code, stdout } = await cli.run(['describe', '--names', '-', ...mine], { input });
    expect(code).toBe(0);
    expect(namesOf(stdout).sort()).toEqual(['a.png', 'b.png']);
  }
});

test('BATCH-2: a name without a file is a failure of its own; a picture by standard input is refused', async () => {
  const names = ['a.png', 'gone.png', 'b.png'].map(at).join('\n');
  const { code, stdout, stderr } = await cli.run(['describe', '--names', '-', ...mine], { input: names });
  expect(code).toBe(1);
  expect(linesOf(stdout).find(({ file }) => file.endsWith('gone.png'))?.error).toMatchObject({
    code: 'unsupportedImage',
    message: `${at('gone.png')} cannot be read (ENOENT).`,
  });
  expect(stderr).toContain('3 of 3 done (1 failed).');
  const none = await cli.run(['describe', at('gone'), '--concurrency', '2', ...mine]);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('gone: no such file.\n');
  expect(none.stderr).toContain('No images found.');
  const piped = await cli.run(['describe', '-', '--export', 'csv', ...mine]);
  expect(piped.code).toBe(2);
  expect(piped.stderr).toContain('A run cannot read an image from standard input');
});

// The system hands bytes that are not UTF-8 on as U+FFFD.
test('a name that is not in UTF-8 is called that where it is given itself, in a run and outside of one', async () => {
  await using cli = await freshCli();
  const name = `${cli.folder}/caf\uFFFD.png`;
  const reason = `${name}: its name is not valid UTF-8.`;
  for (const words of [
    ['describe', name],
    ['describe', name, cli.folder],
    ['ask', 'What is it?', '--image', name, '--provider', 'ollama', '--model', 'm'],
  ]) {
    const { stderr } = await cli.run(words);
    expect(stderr).toContain('its name is not valid UTF-8');
    expect(stderr).not.toContain('no such file');
  }
  expect((await cli.run(['describe', name])).stderr).toContain(reason);
});

test('BATCH-1: pictures that an export wrote into the folder are not asked about by the next run', async () => {
  const exports = ['--export', 'markdown', '--export', 'xmpCopies'];
  await cli.run(['describe', folder, ...mine, ...exports, '--output', at('out')]);
  expect(await readdir(at('out'))).toContain('descriptions-thumbnails');
  await cli.run(['describe', folder, ...mine, '--export', 'markdown']);
  expect(provider.requests).toHaveLength(3);
  const { stdout, stderr } = await cli.run(['describe', folder, ...mine]);
  expect(provider.requests).toHaveLength(3);
  expect(linesOf(stdout)).toHaveLength(3);
  for (const name of ['out', 'descriptions-thumbnails'])
    expect(stderr).toContain(`${name}: a folder of images exported by Sightline.`);
});

test('what is left out for a rare reason is named before the many files that are no pictures', async () => {
  await Promise.all(['1', '2', '3', '4', '5', '6'].map(name => writeFile(at(`${name}.txt`), 'x')));
  await symlink('nowhere', at('zz.png'));
  const { stderr } = await cli.run(['describe', folder, ...mine]);
  expect(stderr).toContain('zz.png: a broken link.');
  expect(stderr).toContain('2 more files were skipped.');
});

test("an export that somebody else's file stands in the way of is refused before anything is asked", async () => {
  await writeFile(at('metadata.jsonl'), '{"file_name":"a.png","label":1}\n');
  const words = ['describe', folder, ...mine, '--export', 'huggingface'];
  for (const overwrite of [[], ['--overwrite', 'ours'], ['--overwrite', 'edited']]) {
    const { code, stderr } = await cli.run([...words, ...overwrite]);
    expect(code).toBe(2);
    expect(stderr).toContain('"metadata.jsonl" is there already, and Sightline did not write it.');
    expect(stderr).toContain('--output');
  }
  expect(provider.requests).toEqual([]);
  expect(await readFile(at('metadata.jsonl'), 'utf8')).toBe('{"file_name":"a.png","label":1}\n');
  // Its own is written anew, also where it was changed, if that is said.
  await rm(at('metadata.jsonl'));
  expect((await cli.run(words)).code).toBe(0);
  await writeFile(at('metadata.jsonl'), 'changed');
  expect((await cli.run(words)).code).toBe(2);
  expect((await cli.run([...words, '--overwrite', 'edited'])).code).toBe(0);
  expect(await readFile(at('metadata.jsonl'), 'utf8')).toContain('"file_name":"a.png"');
});

test('an export that fails is told and makes the exit code, and the others are made', async () => {
  await writeFile(at('descriptions-thumbnails'), 'a file');
  const exports = ['--export', 'markdown', '--export', 'coco', '--export', 'coco'];
  const { code, stderr } = await cli.run(['describe', folder, ...mine, ...exports]);
  expect(code).toBe(6);
  expect(stderr).toContain('could not be written: a file has the name of its folder.');
  expect(stderr.match(/COCO captions: 3 images, 1 file written\./g)).toHaveLength(1);
  const file = await cli.run(['describe', folder, ...mine, '--export', 'csv', '--output', at('a.png')]);
  expect(file.code).toBe(2);
  expect(file.stderr).toContain('--output takes a folder');
});

test('exports are made as training tools and spreadsheets want them, and files in the way are counted', async () => {
  await cli.run(['describe', folder, ...mine]);
  provider.script(() => undefined);
  const labels = '0 0.5 0.5 0.1 0.1\r\n';
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const name of names) {
    await picture(`${name}.png`, red);
    await writeFile(at(`${name}.txt`), labels);
  }
  await writeFile(at('bad.png'), 'text');
  const how = ['--one-line', '--rename-on-conflict', '--with-failed', '--spreadsheet', '--with-details'];
  const formats = ['txt', 'jsonl', 'csv'].flatMap(format => ['--export', format]);
  const { stderr } = await cli.run(['describe', folder, ...mine, ...formats, ...how]);
  expect(await readFile(at('a.caption'), 'utf8')).toBe('The picture is mostly red.');
  expect(await readFile(at('a.txt'), 'utf8')).toBe(labels);
  expect(await readFile(at('descriptions.jsonl'), 'utf8')).toMatch(/"file":"bad\.png".*"error":/);
  expect(await readFile(at('descriptions.csv'), 'utf8')).toMatch(/^\uFEFF"file".*"answeredAt"/);
  expect(stderr).not.toContain('Export for a spreadsheet');
  const kept = await cli.run(['describe', folder, ...mine, '--export', 'txt']);
  expect(kept.stderr).toContain('7 images, 0 files written, 7 kept.');
  expect(kept.stderr.match(/: It holds YOLO labels\./g)).toHaveLength(5);
  expect(kept.stderr).toContain('And 2 more.');
});

test('a form that is no text in UTF-8 is refused; one that PowerShell wrote is read', async () => {
  const schema = '{"caption": "A dog."}';
  await writeFile(at('latin.json'), Buffer.from('{"légende": "x"}', 'latin1'));
  await writeFile(at('utf16.json'), Buffer.from(`\uFEFF${schema}`, 'utf16le'));
  const latin = await cli.run(['describe', folder, ...mine, '--schema', at('latin.json')]);
  expect(latin.code).toBe(2);
  expect(latin.stderr).toContain('latin.json is not UTF-8 text. Save it as UTF-8.');
  expect(provider.requests).toEqual([]);
  const other = await cli.run(['describe', at('a.png'), ...mine, '--schema', at('utf16.json')]);
  expect(other.stderr).not.toContain('usage');
  expect(provider.requests.length).toBeGreaterThan(0);
});

test('BATCH-1: a picture that took the place of another of the same size and time is asked about', async () => {
  await cli.run(['describe', folder, ...mine]);
  const { size, mtime } = await stat(at('a.png'));
  await picture('a.png', [0, 0, 254]);
  await utimes(at('a.png'), mtime, mtime);
  expect(await stat(at('a.png'))).toMatchObject({ size, mtime });
  const { stdout } = await cli.run(['describe', folder, ...mine]);
  expect(linesOf(stdout).find(({ file }) => file.endsWith('a.png'))?.text).toBe(
    'The picture is mostly blue.',
  );
  expect(provider.requests).toHaveLength(4);
});

test('a pattern that nothing fits is named, and where it begins', async () => {
  const { code, stderr } = await cli.run(['describe', folder, ...mine, '--glob', 'pictures/*.png']);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'There are no images that match "pictures/*.png". A pattern with / in it begins at',
  );
});

test('RUN-2, W22: --output that nothing uses is refused, and a folder that nobody named is asked for', async () => {
  const unused = await cli.run(['describe', folder, ...mine, '--export', 'txt', '--output', at('out')]);
  expect(unused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--output is not used') as string,
  });
  const elsewhere = path.join(cli.folder, 'other');
  await mkdir(elsewhere);
  await writeFile(path.join(elsewhere, 'd.png'), await png(solid(30, 20, red)));
  const words = ['describe', folder, elsewhere, ...mine, '--export', 'csv'];
  const asked = await cli.run(words);
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--output') as string });
  expect(provider.requests).toHaveLength(0);
  expect((await cli.run([...words, '--output', at('out')])).code).toBe(0);
  expect(await readdir(at('out'))).toContain('descriptions.csv');
  // Several images right in one folder say where it goes.
  expect((await cli.run(['describe', at('a.png'), at('b.png'), ...mine, '--export', 'csv'])).code).toBe(0);
  expect(await readdir(folder)).toContain('descriptions.csv');
});

test.runIf(process.platform === 'linux')('RUN-2: a folder that cannot be made ends the command', async () => {
  const output = await cli.run(['describe', folder, ...mine, '--export', 'csv', '--output', '/proc/nope/x']);
  expect(output.code).not.toBe(0);
  const state = await cli.run(['describe', folder, ...mine, '--state', '/proc/nope']);
  expect(state.code).not.toBe(0);
});
