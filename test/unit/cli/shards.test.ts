import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { blue, lime, png, red, solid } from '../../support/pictures.ts';
import { tarFile } from '../../support/tarFile.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const mine = ['--provider', 'mine', '--model', 'm1'];

let cli: Cli;
let provider: TestProvider;
let shards: string[];

beforeEach(async () => {
  [cli, provider] = await Promise.all([
    freshCli({ MINE_API_KEY: 'sk-canary-0123456789' }),
    startTestProvider(),
  ]);
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({ id: 'mine', baseUrl: provider.url, keyVariable: 'MINE_API_KEY' }),
  );
  shards = ['shard-000.tar', 'shard-001.tar'].map(name => path.join(cli.folder, name));
  const pictures = await Promise.all([red, lime, blue].map(colour => png(solid(30, 20, colour))));
  const [one, two, three] = pictures.map((data, place) => ({ name: `key${place}.png`, data }));
  if (one === undefined || two === undefined || three === undefined) throw new Error('Three are made.');
  const texts = [{ name: 'key0.json', data: '{}' }];
  await writeFile(shards[0] ?? '', tarFile([one, ...texts, two]));
  await writeFile(shards[1] ?? '', tarFile([three]));
});
afterEach(() => Promise.all([cli[Symbol.asyncDispose](), provider.close()]));

interface Line {
  file: string;
  text?: string;
  reused?: true;
  error?: { message: string };
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)
    .sort((one, other) => (one.file < other.file ? -1 : 1));

test('shards are described image by image, exported under their keys, and nothing is asked twice', async () => {
  const output = path.join(cli.folder, 'out');
  const args = [
    'describe',
    ...shards,
    ...mine,
    '--export',
    'jsonl',
    '--export',
    'parquet',
    '--output',
    output,
  ];
  const first = await cli.run(args);
  expect(first.stderr).toContain('3 of 3 done');
  expect(first.code).toBe(0);
  const names = ['shard-000.tar/key0.png', 'shard-000.tar/key1.png', 'shard-001.tar/key2.png'];
  expect(linesOf(first.stdout).map(({ file }) => file)).toEqual(
    names.map(name => path.join(cli.folder, name)),
  );
  const exported = await readFile(path.join(output, 'descriptions.jsonl'), 'utf8');
  expect(linesOf(exported).map(({ file }) => file)).toEqual(names);
  expect(await readdir(output)).toContain('descriptions.parquet');
  const again = await cli.run(args);
  expect(linesOf(again.stdout).map(({ reused }) => reused)).toEqual([true, true, true]);
  const some = await cli.run(['describe', ...shards, '--glob', '*2.png', ...mine]);
  expect(linesOf(some.stdout).map(({ file }) => path.basename(file))).toEqual(['key2.png']);
});

test('a shard that is cut off fails as one image more, and files beside images are refused before anything is asked', async () => {
  const [first = ''] = shards;
  const whole = await readFile(first);
  await writeFile(first, whole.subarray(0, whole.length - 1024 - 500));
  const cut = await cli.run(['describe', first, ...mine]);
  expect(cut.code).toBe(1);
  const [described, missing] = linesOf(cut.stdout);
  expect(described?.text).toBeTypeOf('string');
  expect(missing?.error?.message).toContain(
    'shard-000.tar/key1.png cannot be read (the archive is cut off).',
  );
  const asked = provider.requests.length;
  for (const format of ['txt', 'huggingface']) {
    const beside = await cli.run(['describe', ...shards, ...mine, '--export', format]);
    expect(beside.code).toBe(2);
    expect(beside.stderr).toContain('tar archive');
  }
  expect(provider.requests).toHaveLength(asked);
});
