import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunPicture } from '../../../../src/runs/runPicture.ts';
import { HashCache } from '../../../../src/runs/store/hashCache.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-hashes-'));
});
afterEach(() => rm(folder, { recursive: true }));

const picture = (number: number, byteLength = 10): RunPicture => ({
  location: `/pictures/${number}.png`,
  name: `${number}.png`,
  byteLength,
  modifiedAt: 1_700_000_000_000.25,
});
const pictures = (count: number) => Array.from({ length: count }, (_, number) => picture(number));
const content = (number: number) => number.toString(16).padStart(64, '0');

async function noted(cache: HashCache, numbers: Iterable<number>): Promise<void> {
  for (const number of numbers) cache.note(picture(number), content(number));
  await cache.flush();
}

test('one picture and all pictures are known, by another process as well; one that changed is not', async () => {
  await noted(new HashCache(folder), pictures(30).keys());
  const cache = new HashCache(folder);
  expect(await cache.lookUp([picture(7)])).toEqual([content(7)]);
  expect(await cache.lookUp(pictures(31))).toEqual([...pictures(30).map((_, i) => content(i)), undefined]);
  expect(await cache.lookUp([picture(7, 11)])).toEqual([undefined]);
});

test('the newest content counts, also after a line that was cut off', async () => {
  const cache = new HashCache(folder);
  await noted(cache, [1, 2]);
  const file = join(folder, 'hashes.jsonl');
  await appendFile(file, `${(await readFile(file, 'utf8')).trim().split('\n').at(-1)?.slice(0, -20)}`);
  cache.note(picture(1), content(9));
  await cache.flush();
  expect(await cache.lookUp([picture(1), picture(2)])).toEqual([content(9), content(2)]);
  expect((await cache.lookUp(pictures(20))).slice(0, 4)).toEqual([
    undefined,
    content(9),
    content(2),
    undefined,
  ]);
});

test('too long a file keeps what is asked for and the newest of the rest', async () => {
  const cache = new HashCache(folder, { most: 10_000, kept: 1_500 });
  for (let round = 0; round < 3; round++) await noted(cache, pictures(40).keys());
  const wanted = pictures(20);
  expect(await cache.lookUp(wanted)).toEqual(wanted.map((_, index) => content(index)));
  const lines = (await readFile(join(folder, 'hashes.jsonl'), 'utf8')).trimEnd().split('\n').slice(1);
  const names = lines.map(line => (JSON.parse(line) as RunPicture).location);
  expect(names.slice(0, 20)).toEqual(wanted.map(({ location }) => location));
  expect(names.length).toBeLessThan(35);
  expect(names.at(-1)).toBe('/pictures/39.png');
  expect(await cache.lookUp([picture(0), picture(25), picture(39)])).toEqual([
    content(0),
    undefined,
    content(39),
  ]);
});

test('a run of any size keeps all that it needs', async () => {
  const cache = new HashCache(folder, { most: 100, kept: 100 });
  const all = pictures(5_100);
  await noted(cache, all.keys());
  await noted(cache, all.keys());
  const contents = all.map((_, index) => content(index));
  expect(await cache.lookUp(all)).toEqual(contents);
  expect(await cache.lookUp(all)).toEqual(contents);
});

test('what 0.2 has written is known; what a newer Sightline has written is not touched', async () => {
  const lines = pictures(6).map(({ name: _, ...of }, number) =>
    JSON.stringify({ ...of, sha256: content(number) }),
  );
  const file = join(folder, 'hashes.jsonl');
  await writeFile(
    file,
    ['{"format":"sightline hashes","version":1}', '', ...lines, '{"location":"torn'].join('\n'),
  );
  const cache = new HashCache(folder, { most: 1, kept: 1 });
  expect(await new HashCache(folder).lookUp([picture(2)])).toEqual([content(2)]);
  expect(await new HashCache(folder).lookUp(pictures(6))).toEqual([0, 1, 2, 3, 4, 5].map(content));
  const newer = `{"format":"sightline hashes","version":2}\n${lines.join('\n')}\n`;
  await writeFile(file, newer);
  expect(await cache.lookUp([picture(2)])).toEqual([undefined]);
  expect(await readFile(file, 'utf8')).toBe(newer);
});

test('what is noted after the file was written anew, or taken away, is known', async () => {
  const cache = new HashCache(folder, { most: 1_000, kept: 500 });
  await noted(cache, pictures(30).keys());
  expect(await cache.lookUp([picture(29)])).toEqual([content(29)]);
  await noted(cache, [31]);
  expect(await cache.lookUp([picture(31)])).toEqual([content(31)]);
  await noted(cache, [32]);
  await cache.release();
  await rm(join(folder, 'hashes.jsonl'));
  await noted(cache, [33, 34]);
  await noted(cache, [35]);
  expect(await new HashCache(folder).lookUp([33, 34, 35].map(at => picture(at)))).toEqual(
    [33, 34, 35].map(content),
  );
});

test('of a file that is read in several pieces the newest line of a picture counts, wherever it lies', async () => {
  const cache = new HashCache(folder);
  await noted(cache, pictures(20_000).keys());
  cache.note(picture(3), content(999));
  await noted(cache, [...pictures(20_000).keys()].slice(4));
  cache.note(picture(5), content(555));
  await cache.flush();
  expect((await readFile(join(folder, 'hashes.jsonl'))).length).toBeGreaterThan(4 * 2 ** 20);
  // Each line of a few in the middle: some lie on the border of two pieces.
  for (let number = 6_000; number < 6_040; number++)
    expect(await cache.lookUp([picture(number), picture(50_000)])).toEqual([content(number), undefined]);
  expect(await cache.lookUp([picture(0), picture(3), picture(5), picture(19_999)])).toEqual(
    [0, 999, 555, 19_999].map(content),
  );
});
