import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256Of } from '../../../../src/base/node/hash.ts';
import { labelsFrom } from '../../../../src/runs/running/pictureLabels.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { scanHere } from '../../../../src/runs/scan/scanHere.ts';
import { scanPictures, type Scan } from '../../../../src/runs/scan/scanPictures.ts';
import { onePicture } from '../../../support/runs/exportedRun.ts';
import { gnuLongName, tarFile, type TarEntry } from '../../../support/tarFile.ts';

const files = nodePictureFiles();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-archives-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function shard(name: string, entries: readonly TarEntry[] | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, entries instanceof Uint8Array ? entries : tarFile(entries));
  return file;
}

const scan = (...locations: string[]): Promise<Scan> => scanHere(locations, { archives: true });
const namesIn = ({ pictures }: Pick<Scan, 'pictures'>): string[] => pictures.map(({ name }) => name);

async function textAt(location: string): Promise<string> {
  return Buffer.from(await files.read(location)).toString();
}

test('the images of shards are found by their names in them, and read from their places', async () => {
  const one = await shard('shard-000.tar', [
    { name: 'dogs/', type: '5' },
    { name: '0001.jpg', data: 'first' },
    { name: '0001.json', data: '{"caption":"A dog"}' },
    { name: './dogs/0002.png', data: 'second'.repeat(200) },
    { name: '._0001.jpg', data: 'of macOS' },
    { name: 'empty.jpg' },
  ]);
  const other = await shard('shard-001.tar', [{ name: '0001.jpg', data: 'third' }]);
  const found = await scan(one, other);
  expect(found).toEqual(await scanPictures(files, [one, other], { archives: true }));
  expect(namesIn(found)).toEqual([
    'shard-000.tar/dogs/0002.png',
    'shard-000.tar/0001.jpg',
    'shard-000.tar/empty.jpg',
    'shard-001.tar/0001.jpg',
  ]);
  expect(found.skipped).toEqual([]);
  const texts = await Promise.all(found.pictures.map(({ location }) => textAt(location)));
  expect(texts).toEqual(['second'.repeat(200), 'first', '', 'third']);
  expect(found.pictures.map(({ byteLength }) => byteLength)).toEqual([1200, 5, 0, 5]);
  expect(await readdir(folder)).toEqual(['shard-000.tar', 'shard-001.tar']);
});

test('what stands beside an image in its shard are its labels', async () => {
  const file = await shard('a.tar', [
    { name: 'k.txt', data: 'a red square' },
    { name: 'k.jpg', data: 'x' },
    { name: 'bare.jpg', data: 'x' },
  ]);
  const labels = labelsFrom(files);
  expect(await labels.of(join(file, 'k.jpg'))).toBe('a red square');
  expect(await labels.of(join(file, 'bare.jpg'))).toBeUndefined();
});

test('long names come by pax and by GNU, sizes by pax, and of two members with one name the last counts', async () => {
  const long = `${'long/'.repeat(40)}key.jpg`;
  const file = await shard('a.tar', [
    { name: 'short.jpg', pax: { path: `pax/${long}`, comment: 'ünïcode' }, data: 'by pax' },
    ...gnuLongName({ name: `gnu/${long}`, data: 'by GNU' }),
    { name: 'sized.jpg', pax: { size: '5' }, size: 0, data: 'sized' },
    { name: 'twice.jpg', data: 'old' },
    { name: 'twice.jpg', data: 'new' },
    { name: 'last.jpg', data: 'last' },
  ]);
  const { pictures } = await scan(file);
  const texts = await Promise.all(
    pictures.map(async ({ name, location }) => [name.slice('a.tar/'.length), await textAt(location)]),
  );
  expect(Object.fromEntries(texts)).toEqual({
    [`pax/${long}`]: 'by pax',
    [`gnu/${long}`]: 'by GNU',
    'sized.jpg': 'sized',
    'twice.jpg': 'new',
    'last.jpg': 'last',
  });
});

test('links, devices and sparse files are passed over, and names with a way out lead nowhere', async () => {
  await writeFile(join(folder, 'secret.jpg'), 'secret');
  const file = await shard('a.tar', [
    { name: 'link.jpg', type: '2' },
    { name: 'hard.jpg', type: '1', size: 4096 },
    { name: 'device.jpg', type: '3' },
    { name: 'sparse.jpg', type: 'S', data: 'holes' },
    { name: 'gnu.jpg', pax: { 'GNU.sparse.major': '1' }, data: 'holes' },
    { name: `${'n'.repeat(90)}.jpg`, pax: { path: `${'n'.repeat(2000)}.jpg` }, data: 'long' },
    { name: '../secret.jpg', data: 'up' },
    { name: '/etc/absolute.jpg', data: 'absolute' },
    { name: 'a\\..\\..\\b.jpg', data: 'backslash' },
  ]);
  const { pictures, skipped } = await scan(file);
  const texts = pictures.map(async ({ name, location }) => [name, await textAt(location)]);
  expect(Object.fromEntries(await Promise.all(texts))).toEqual({
    'a.tar/%2E%2E/secret.jpg': 'up',
    'a.tar/etc/absolute.jpg': 'absolute',
    'a.tar/a%5C..%5C..%5Cb.jpg': 'backslash',
  });
  expect(skipped.map(({ name }) => name)).toEqual(
    ['device', 'gnu', 'hard', 'link', 'sparse'].map(name => `a.tar/${name}.jpg`),
  );
  await expect(files.read(join(file, 'link.jpg'))).rejects.toThrow('it is not in the archive');
});

test('of a shard that is cut off what is whole is used, and the rest is a failure of its own', async () => {
  const whole = tarFile([
    { name: '1.jpg', data: 'x'.repeat(700) },
    { name: '2.jpg', data: 'y'.repeat(3000) },
  ]);
  const inData = await scan(await shard('data.tar', whole.subarray(0, 2500)));
  expect(namesIn(inData)).toEqual(['data.tar/1.jpg']);
  expect(inData.missing.map(({ name }) => name)).toEqual(['data.tar/2.jpg']);
  expect(inData.skipped).toEqual([{ name: 'data.tar/2.jpg', reason: 'the archive is cut off' }]);
  await expect(files.read(inData.missing[0]?.location ?? '')).rejects.toThrow('the archive is cut off');
  const inHeader = await scan(await shard('header.tar', whole.subarray(0, 1700)));
  expect(inHeader.missing.map(({ name }) => name)).toEqual(['header.tar/byte 1536']);
  const damaged = Buffer.from(whole);
  damaged.fill(0x41, 1536, 1700);
  const { pictures, skipped } = await scan(await shard('damaged.tar', damaged));
  expect(pictures).toHaveLength(1);
  expect(skipped).toEqual([{ name: 'damaged.tar/byte 1536', reason: 'the archive is damaged' }]);
  const none = await scan(await shard('none.tar', onePicture));
  expect(none.skipped).toEqual([{ name: 'none.tar/byte 0', reason: 'it is not a tar archive' }]);
});

test('an archive without the blocks of zeros at its end, and an empty one, are whole', async () => {
  const file = await shard('open.tar', tarFile([{ name: '1.jpg', data: 'x' }], { open: true }));
  expect(await scan(file)).toMatchObject({ pictures: [{ name: 'open.tar/1.jpg' }], skipped: [] });
  expect(await scan(await shard('empty.tar', []))).toEqual({ pictures: [], skipped: [], missing: [] });
});

test('an archive that is replaced is read as it is now', async () => {
  const file = await shard('a.tar', [{ name: '1.jpg', data: 'old' }]);
  expect(await textAt(join(file, '1.jpg'))).toBe('old');
  await shard('a.tar', [
    { name: '0.jpg', data: 'before' },
    { name: '1.jpg', data: 'new' },
  ]);
  await utimes(file, 1, 1);
  expect(await textAt(join(file, '1.jpg'))).toBe('new');
});

test('a folder that is called like an archive is a folder, and archives in folders are no images', async () => {
  await mkdir(join(folder, 'set.tar'));
  await writeFile(join(folder, 'set.tar', 'a.jpg'), 'a');
  await shard('b.tar', [{ name: 'b.jpg', data: 'b' }]);
  const { pictures, skipped } = await scan(folder);
  expect(namesIn({ pictures })).toEqual(['set.tar/a.jpg']);
  expect(skipped).toEqual([{ name: 'b.tar', reason: 'not an image' }]);
  expect(await textAt(join(folder, 'set.tar', 'a.jpg'))).toBe('a');
});

test.skipIf(process.platform === 'win32')('what tar itself writes is read', async () => {
  const long = `${'d'.repeat(70)}/${'e'.repeat(70)}`;
  await mkdir(join(folder, 'in', long), { recursive: true });
  await writeFile(join(folder, 'in', long, 'ü.jpg'), 'deep');
  await writeFile(join(folder, 'in', 'a.jpg'), 'a');
  for (const format of ['gnu', 'pax', 'ustar']) {
    const file = join(folder, `${format}.tar`);
    execFileSync('tar', [`--format=${format}`, '-cf', file, '-C', join(folder, 'in'), '.']);
    const { pictures } = await scan(file);
    expect(namesIn({ pictures })).toEqual([`${format}.tar/${long}/ü.jpg`, `${format}.tar/a.jpg`]);
    expect(await textAt(pictures[0]?.location ?? '')).toBe('deep');
  }
});

test('ten thousand images are read from a shard with memory flat, and nothing is unpacked', async () => {
  const [count, filler, together, mostGrowth] = [10_000, 16_000, 500, 30_000_000];
  const file = join(folder, 'large.tar');
  await (await open(file, 'w')).close();
  for (let from = 0; from < count; from += together)
    await appendFile(
      file,
      tarFile(
        Array.from({ length: together }, (_, at) => ({
          name: `${from + at}.png`,
          data: Buffer.concat([onePicture, Buffer.alloc(filler, `${from + at}|`)]),
        })),
        { open: from + together < count },
      ),
    );
  const before = memory();
  const { pictures } = await scan(file);
  expect(pictures).toHaveLength(count);
  const hashes = new Set<string>();
  let most = 0;
  for (const { location } of pictures) {
    hashes.add(sha256Of(await files.read(location)));
    if (hashes.size % together === 0) most = Math.max(most, memory() - before);
  }
  expect(hashes.size).toBe(count);
  // The images are 160 MB together.
  expect(most).toBeLessThan(mostGrowth);
  expect(await readdir(folder)).toEqual(['large.tar']);
});

/** What is still held once all that can go is gone. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
