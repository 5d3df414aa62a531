import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ExportFiles } from '../../../../src/runs/exports/exportFiles.ts';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { orderedMap } from '../../../../src/base/orderedMap.ts';
import { nodeExportFiles } from '../../../../src/runs/exports/nodeExportFiles.ts';
import {
  allOf,
  contentsOf,
  exportOptions,
  runOf,
  temporaryFolder,
  textOf,
  writePictures,
} from '../../../support/runs/exportedRun.ts';

const files = nodeExportFiles();

async function* pieces(...parts: (string | Error)[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield await Promise.resolve(part);
  }
}

test('a file is written whole, in a folder that is made for it', async () => {
  const folder = await temporaryFolder();
  await files.write(path.join(folder, 'a', 'b', 'out.txt'), pieces('one ', 'two'));
  expect(await contentsOf(folder)).toEqual({ 'a/b/out.txt': 'one two' });
});

test('what breaks off leaves the old file, and nothing beside it', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'out.txt');
  await files.write(target, Buffer.from('old'));
  await expect(files.write(target, pieces('new', new Error('broken off')))).rejects.toThrow('broken off');
  expect(await contentsOf(folder)).toEqual({ 'out.txt': 'old' });
});

test('a process that is killed between writing and renaming leaves the old file', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'out.txt');
  await files.write(target, Buffer.from('old'));
  const script = fileURLToPath(new URL('killedExport.ts', import.meta.url));
  const child = spawn(process.execPath, [script, target], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await textOf(folder, 'out.txt')).toBe('old');

  // What it left is recognised, and swept away once it is certainly nobody's.
  const [left = ''] = (await readdir(folder)).filter(name => name !== 'out.txt');
  expect(left).toMatch(/^\.sightline-/);
  await nodeExportFiles().write(target, Buffer.from('new'));
  expect(await readdir(folder)).toContain(left);
  await utimes(path.join(folder, left), new Date(0), new Date(0));
  await nodeExportFiles().write(target, Buffer.from('newer'));
  expect(await contentsOf(folder)).toEqual({ 'out.txt': 'newer' });
});

test.skipIf(process.platform === 'win32')('who may read a file stays as it was', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'out.txt');
  await files.write(target, Buffer.from('old'));
  await chmod(target, 0o600);
  await files.write(target, Buffer.from('new'));
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  // Also rights that a new file would not get.
  await chmod(target, 0o666);
  await files.write(target, Buffer.from('newer'));
  expect((await stat(target)).mode & 0o777).toBe(0o666);
});

test('what the system refuses is said in plain words', async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'taken', 'x'), { recursive: true });
  await expect(files.write(path.join(folder, 'taken'), Buffer.from('x'))).rejects.toMatchObject({
    code: 'store',
    message: expect.stringMatching(/^"taken" could not be written: /) as string,
    hint: expect.any(String) as string,
  });
  expect(await readdir(folder)).toEqual(['taken']);
  await writeFile(path.join(folder, 'file'), 'x');
  for (const below of ['file/out.txt', 'file/deep/out.txt'])
    await expect(files.write(path.join(folder, below), Buffer.from('x'))).rejects.toThrow(
      '"out.txt" could not be written: a file has the name of its folder.',
    );
  expect(await files.read(path.join(folder, 'none'))).toBeUndefined();
  expect(await files.names(path.join(folder, 'none'))).toEqual([]);
});

test('locations: folder, name, and the way from a folder to a file', () => {
  const file = files.join(`${path.sep}pictures`, 'sub/a b#%41.png');
  expect(files.split(file)).toEqual({ folder: path.resolve('/pictures/sub'), name: 'a b#%41.png' });
  expect(files.relative(path.resolve('/pictures'), file)).toBe('sub/a b#%41.png');
  expect(files.relative(path.resolve('/out/here'), file)).toBe('../../pictures/sub/a b#%41.png');
});

const many = Array.from({ length: 300 }, (_, at) => ({
  name: `p${at}.png`,
  text: `Text ${at}. `.repeat(50),
}));

test('cancelling leaves the old file or the new one, never half a one', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'out.jsonl');
  await exportRun('jsonl', runOf(folder, many), target, exportOptions());
  const before = await contentsOf(folder);
  const changed = runOf(
    folder,
    many.map(({ name }) => ({ name, text: 'New text' })),
  );
  const stop = new AbortController();
  const options = exportOptions({
    signal: stop.signal,
    onProgress: done => {
      if (done >= 100) stop.abort();
    },
  });
  await expect(exportRun('jsonl', changed, target, options)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await contentsOf(folder)).toEqual(before);
});

test('cancelling is no error of the disk, though the files say it in their own words', async () => {
  const folder = await temporaryFolder();
  const stop = new AbortController();
  const wording: ExportFiles = {
    ...files,
    write: (location, content) =>
      files.write(location, content).catch(() => Promise.reject(new Error('could not be written'))),
  };
  const options = exportOptions({ files: wording, signal: stop.signal, onProgress: () => stop.abort() });
  const exporting = exportRun('csv', runOf(folder, many), path.join(folder, 'out.csv'), options);
  await expect(exporting).rejects.toMatchObject({ name: 'AbortError' });
});

test('cancelling sidecars leaves whole ones, which the next export knows', async () => {
  const folder = await temporaryFolder();
  await writePictures(
    folder,
    many.map(({ name }) => name),
  );
  const run = runOf(folder, many);
  const stop = new AbortController();
  const options = exportOptions({ signal: stop.signal, onProgress: done => done === 50 && stop.abort() });
  await expect(exportRun('txt', run, folder, options)).rejects.toMatchObject({ name: 'AbortError' });
  const texts = Object.entries(await contentsOf(folder)).filter(([name]) => name.endsWith('.txt'));
  expect(texts.length).toBeGreaterThanOrEqual(50);
  expect(texts.length).toBeLessThan(300);
  for (const [, text] of texts) expect(text).toMatch(/^(Text \d+\. ){50}$/);
  const report = await exportRun('txt', run, folder, exportOptions());
  expect(report).toMatchObject({ written: 300 - texts.length, unchanged: texts.length, kept: [] });
});

test('50,000 rows are written as they come: descriptions are read a few at a time', async () => {
  const folder = await temporaryFolder();
  const run = runOf(
    folder,
    Array.from({ length: 50_000 }, (_, at) => ({ name: `p${at}.png`, text: `Text ${at}` })),
  );
  let read = 0;
  let written = 0;
  let most = 0;
  const description = run.description;
  run.description = async index => {
    read++;
    most = Math.max(most, read - written);
    return description(index);
  };
  const counting: ExportFiles = {
    ...files,
    // A reader that keeps nothing.
    write: async (location, content) => {
      if (content instanceof Uint8Array || !location.endsWith('.jsonl'))
        return files.write(location, content);
      for await (const piece of content) written += String(piece).split('\n').length - 1;
    },
  };
  const report = await exportRun(
    'jsonl',
    run,
    path.join(folder, 'out.jsonl'),
    exportOptions({ files: counting }),
  );
  expect(report.described).toBe(50_000);
  expect(written).toBe(50_000);
  expect(most).toBeLessThan(1000);
});

test('work ahead keeps the order, has a limit, and has ended when the reader stops', async () => {
  let open = 0;
  let most = 0;
  const work = async (item: number): Promise<number> => {
    most = Math.max(most, ++open);
    await new Promise(resolve => setTimeout(resolve, (item * 7) % 5));
    open--;
    if (item === 30) throw new Error('thirty');
    return item;
  };
  const items = Array.from({ length: 20 }, (_, at) => at);
  expect(await allOf(orderedMap(items, 4, work))).toEqual(items);
  expect(most).toBe(4);
  for await (const item of orderedMap(items, 4, work)) if (item === 2) break;
  expect(open).toBe(0);
  await expect(allOf(orderedMap([1, 30, 2], 2, work))).rejects.toThrow('thirty');
  expect(open).toBe(0);
});

test('a folder that cannot be written to is told once, not for the manifest alone', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'file'), 'not a folder');
  const exporting = exportRun(
    'csv',
    runOf(folder, []),
    path.join(folder, 'file', 'out.csv'),
    exportOptions(),
  );
  await expect(exporting).rejects.toMatchObject({ code: 'store' });
});
