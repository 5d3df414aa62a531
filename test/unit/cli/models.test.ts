import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { builtCaptionProcess } from '../../support/captioning/builtCaptionProcess.ts';
import { toyCaptioner, toySentence, writeModel } from '../../support/captioning/toyCaptioner.ts';
import { startToyHub, type ToyHub } from '../../support/captioning/toyHub.ts';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { blue, png, solid } from '../../support/pictures.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let cli: Cli;
let hub: ToyHub;

beforeAll(builtCaptionProcess);
beforeEach(async () => {
  hub = await startToyHub();
  cli = await freshCli({ SIGHTLINE_MODELS_MIRROR: hub.url });
});
afterEach(() => Promise.all([cli[Symbol.asyncDispose](), hub[Symbol.asyncDispose]()]));

const model = ['--provider', 'this-machine', '--model', 'distilvit'];

test('a model is listed, downloaded, describes images with the network taken away, and is removed', async () => {
  expect(await cli.objects(['models', 'list', '--json'])).toMatchObject([
    { model: 'distilvit', state: 'available', licence: 'Apache-2.0' },
    { model: 'florence-2-base-ft', state: 'available' },
    { model: 'smolvlm-256m-instruct', state: 'available' },
  ]);
  expect(await cli.run(['models', 'add', 'distilvit'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes') as string,
  });
  expect(await cli.objects(['models', 'add', 'distilvit', '--yes', '--json'])).toMatchObject([
    { provider: 'this-machine', model: 'distilvit', folder: path.join(cli.folder, 'models/distilvit') },
  ]);
  expect((await cli.run(['models', 'add', 'distilvit', '--yes'])).stdout).toContain('is downloaded already');
  await hub[Symbol.asyncDispose]();
  expect((await cli.run(['models', '--provider', 'this-machine'])).stdout).toBe('distilvit\n');
  expect((await cli.run(['models', 'list'])).stdout).toMatch(/^distilvit +installed, /);
  const image = path.join(cli.folder, 'lake.png');
  await writeFile(image, await png(solid(64, 48, blue)));
  expect(await cli.run(['describe', image, ...model])).toEqual({
    code: 0,
    stdout: `${toySentence}\n`,
    stderr: '',
  });
  const images = path.join(cli.folder, 'images');
  await mkdir(images);
  for (const name of ['a.png', 'b.png'])
    await writeFile(path.join(images, name), await png(solid(64, 48, blue)));
  expect(await cli.objects(['describe', images, ...model, '--json'])).toMatchObject([
    { text: toySentence },
    { text: toySentence },
  ]);
  expect((await cli.run(['models', 'remove', 'distilvit'])).stdout).toBe('Removed distilvit.\n');
  expect(await cli.run(['describe', image, ...model])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("'distilvit' is not downloaded") as string,
  });
});

test('a download that was interrupted is shown, resumed by the same command, or removed', async () => {
  hub.faults = [{ path: 'onnx/decoder_model_merged.onnx', kind: 'stuck', times: 1 }];
  const running = cli.start(['models', 'add', 'distilvit', '--yes']);
  await vi.waitFor(() => expect(hub.faults[0]?.times).toBe(0), { timeout: 60_000 });
  running.process.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  expect((await cli.objects(['models', 'list', '--json']))[0]).toMatchObject({ state: 'incomplete' });
  hub.hits.length = 0;
  expect((await cli.run(['models', 'add', 'distilvit', '--yes'])).code).toBe(0);
  expect(hub.hits.filter(hit => hit.includes('/api/'))).toEqual([]);
  expect(hub.hits.some(hit => hit.includes('bytes='))).toBe(true);
});

test('a model of a folder of one’s own needs no server; one that lacks files is refused', async () => {
  const own = path.join(cli.folder, 'own');
  await writeModel(own, toyCaptioner('two boats'));
  expect((await cli.run(['models', 'add', 'boats', '--from', own])).code).toBe(0);
  const image = path.join(cli.folder, 'lake.png');
  await writeFile(image, await png(solid(64, 48, blue)));
  const described = await cli.run(['describe', image, '--provider', 'this-machine', '--model', 'boats']);
  expect(described.stdout).toBe('two boats\n');
  const poor = path.join(cli.folder, 'poor');
  await writeModel(poor, new Map([['config.json', Buffer.from('{"model_type":"vision-encoder-decoder"}')]]));
  expect(await cli.run(['models', 'add', 'poor', '--from', poor])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no file "preprocessor_config.json"') as string,
  });
  expect(await cli.run(['models', 'add', '../x', '--from', own])).toMatchObject({ code: 2 });
  expect(await cli.run(['models', 'remove', '../x'])).toMatchObject({ code: 1 });
  expect(hub.hits).toEqual([]);
});

test('an unknown model, an unencrypted mirror and a provider without a model say what is meant', async () => {
  expect(await cli.run(['models', 'add', 'distilvt'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean distilvit?') as string,
  });
  expect(
    await cli.run(['models', 'add', 'distilvit', '--mirror', 'http://mirror.example.com']),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must start with https://') as string,
  });
  expect(await cli.run(['describe', 'x.png', '--provider', 'this-machine'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('models list') as string,
  });
  expect((await cli.run(['provider', 'set', 'this-machine', '--url', 'http://localhost:1'])).code).toBe(2);
});
