import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { drawStreet } from '../../../scripts/sample/drawStreet.ts';
import { exportRun } from '../../../src/runs/exports/exportRun.ts';
import { freshCli } from '../../support/cliProcess.ts';
import { readCocoDetections } from '../../support/cocoReader.ts';
import { png, solid, type Colour } from '../../support/pictures.ts';
import { wholeCompletion } from '../../support/provider/answers.ts';
import { exportOptions, temporaryFolder, textOf } from '../../support/runs/exportedRun.ts';
import { count, useRunFolders } from '../../support/runs/runFolder.ts';
import { lineOf, someFindings } from '../../support/someFindings.ts';
import type { Reply } from '../../support/testProvider.ts';
import { useTestProvider } from '../inference/providerTest.ts';

// Command lines are started and ended, and one opens the networks.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const all = 500;
let images: Record<string, Buffer>;

beforeAll(async () => {
  const files = Array.from({ length: all }, async (_, index) => {
    const colour: Colour = [(index * 97) % 256, (index * 61) % 251, (index * 151) % 241];
    return [`${String(index).padStart(3, '0')}.png`, await png(solid(4, 4, colour))] as const;
  });
  images = Object.fromEntries(await Promise.all(files));
});

/** An answer with findings that is like no other: its number stands in the text and in what was read. */
function recognized(): Reply {
  const text = `A dog with the number ${provider.requests.length}.`;
  const findings = someFindings({
    width: 4,
    height: 4,
    things: [{ label: 'dog', score: 0.9, box: { x: 1, y: 1, width: 2, height: 3 } }],
    lines: [lineOf(text, { x: 0, y: 0, width: 4, height: 1 }, 0.95)],
  });
  return { body: { ...wholeCompletion(text), sightline_findings: [findings] } };
}

/** Every image has its box, and what was read in it is what its description says. */
async function expectBoxes(folder: string): Promise<void> {
  const { boxes } = readCocoDetections(await textOf(folder, 'instances.json'));
  expect(Object.keys(boxes).sort()).toEqual(Object.keys(images));
  for (const found of Object.values(boxes))
    expect(found).toEqual([{ category: 'dog', bbox: [1, 1, 2, 3], score: 0.9 }]);
  const records = (await textOf(folder, 'descriptions.jsonl'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { text: string; textLines: { text: string }[] });
  expect(records).toHaveLength(all);
  for (const { text, textLines } of records) expect(textLines.map(line => line.text)).toEqual([text]);
}

test('a run of 500 with recognition is paused and resumed, and exported with a box for each image', async () => {
  const { run, record } = await runOn(images, { most: () => 8 });
  provider.script(() => {
    if (provider.requests.length === 150) run.pause();
    return recognized();
  });
  const ending = run.start();
  await vi.waitFor(() => expect(run.progress).toMatchObject({ phase: 'paused', concurrency: 0 }), 60_000);
  const asked = provider.requests.length;
  expect(asked).toBeLessThan(170);
  // The last answers are being written.
  await expect.poll(() => count(record, 'described')).toBe(asked);
  run.resume();
  expect(await ending).toBe('done');
  expect(provider.requests).toHaveLength(all);
  const folder = await temporaryFolder();
  await record.edit(0, (await record.description(0))?.text);
  await exportRun('cocoBoxes', record, path.join(folder, 'instances.json'), exportOptions());
  await exportRun('jsonl', record, path.join(folder, 'descriptions.jsonl'), exportOptions());
  await expectBoxes(folder);
  expect(await exportRun('yolo', record, path.join(folder, 'yolo'), exportOptions())).toMatchObject({
    written: all + 1,
    failed: [],
  });
});

test('a run of 500 that is killed goes on where it was, and its boxes come out', async () => {
  await using cli = await freshCli({ MINE_API_KEY: 'sk-test-0123456789' });
  const folder = path.join(cli.folder, 'images');
  const out = path.join(cli.folder, 'out');
  await mkdir(folder);
  for (const [name, bytes] of Object.entries(images)) await writeFile(path.join(folder, name), bytes);
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({
      id: 'mine',
      baseUrl: provider.url,
      keyVariable: 'MINE_API_KEY',
      api: 'chat.completions',
    }),
  );
  const words = ['describe', folder, '--provider', 'mine', '--model', 'm1', '--output', out];
  const exports = ['jsonl', 'cocoBoxes', 'yolo'].flatMap(format => ['--export', format]);
  const first = cli.start([...words, ...exports]);
  provider.script(() => {
    if (provider.requests.length === 150) first.process.kill('SIGKILL');
    return recognized();
  });
  expect((await first.ended).code).toBeUndefined();
  const { code, stdout, stderr } = await cli.run([...words, ...exports]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('500 of 500 done.') as string,
  });
  // What was on its way when it was killed is asked again.
  expect(provider.requests.length).toBeLessThan(all + 40);
  expect(stdout.trimEnd().split('\n')).toHaveLength(all);
  expect(stdout).toContain('"findings"');
  await expectBoxes(out);
  expect(await readdir(path.join(out, 'labels'))).toHaveLength(all);
});

test('a folder is described on this machine, and its boxes come out', async () => {
  await using cli = await freshCli({ SIGHTLINE_RECOGNITION: 'on' });
  const folder = path.join(cli.folder, 'images');
  await mkdir(path.join(folder, 'sub'), { recursive: true });
  await drawStreet(path.join(folder, 'sub', 'street.jpg'));
  await writeFile(path.join(folder, 'wall.png'), await png(solid(60, 40, [90, 90, 90])));
  const out = path.join(cli.folder, 'out');
  const exports = ['cocoBoxes', 'yolo'].flatMap(format => ['--export', format]);
  const drawn = path.join(cli.folder, 'drawn');
  const words = ['describe', folder, ...exports, '--output', out, '--boxes', drawn];
  // What was answered while nothing could be recognized is no answer to this.
  const off = { env: { SIGHTLINE_RECOGNITION: 'off' } };
  expect((await cli.run(['describe', folder], off)).stdout).not.toContain('stop sign');
  expect((await cli.run(['describe', folder], off)).stdout.match(/"reused":true/g)).toHaveLength(2);
  const { code, stdout, stderr } = await cli.run(words);
  expect(stdout).toContain('stop sign');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('2 of 2 done.') as string });
  const { boxes } = readCocoDetections(await textOf(out, 'instances.json'));
  expect(boxes['sub/street.jpg']?.map(({ category }) => category).sort()).toEqual([
    'bus',
    'clock',
    'stop sign',
  ]);
  expect(boxes['wall.png']).toEqual([]);
  expect((await readFile(path.join(out, 'labels/sub/street.txt'), 'utf8')).split('\n')).toHaveLength(4);
  expect(await readFile(path.join(out, 'labels/wall.txt'), 'utf8')).toBe('');
  expect(stderr).toContain('Boxes drawn on 2 images');
  expect((await readdir(drawn)).sort()).toEqual(['sightline-boxes.manifest.json', 'sub', 'wall.png']);
});
