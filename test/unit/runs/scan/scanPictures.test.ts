import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ValueError } from '../../../../src/base/errors.ts';
import type { PictureFiles } from '../../../../src/runs/runPicture.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../../../src/runs/scan/scanPictures.ts';
import type { ScanOptions } from '../../../../src/runs/scan/scanPictures.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1');
const files = nodePictureFiles();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-scan-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), png);
  }
}

/** Names of the pictures found among what was chosen in the folder. */
async function found(chosen: readonly string[], options?: ScanOptions): Promise<string[]> {
  const { pictures } = await scanPictures(files, chosen.map(at), options);
  return pictures.map(({ name }) => name);
}

test('BATCH-5: a scan ends whatever links are inside, and counts each real file once', async () => {
  await put('a.png', 'sub/b.png');
  await symlink(folder, at('loop'));
  await symlink('a.png', at('0 link to a.png'));
  await symlink('missing.png', at('broken.png'));
  await symlink('self.png', at('self.png'));
  await symlink('sub', at('sub again'));
  await symlink('../sub', at('sub/up and down'));
  const { pictures, skipped } = await scanPictures(files, [folder]);
  // A picture has the name that it really has, not a link's that comes first.
  expect(pictures.map(({ name }) => name)).toEqual(['sub/b.png', 'a.png']);
  expect(skipped).toEqual([
    { name: 'broken.png', reason: 'a broken link' },
    { name: 'self.png', reason: 'a broken link' },
  ]);
});

test('W5: links to folders that lead out of the chosen one are left out and told, unless they are chosen', async () => {
  await put('elsewhere/a.png', 'elsewhere2/c.png', 'chosen/b.png', 'chosen/in/d.png');
  await symlink('../elsewhere', at('chosen/one'));
  await symlink('..', at('chosen/in/up'));
  await symlink('../../elsewhere2', at('chosen/in/similar'));
  await symlink('/', at('chosen/root'));
  await symlink('in', at('chosen/within'));
  const { pictures, skipped } = await scanPictures(files, [at('chosen')]);
  expect(pictures.map(({ name }) => name)).toEqual(['in/d.png', 'b.png']);
  expect(skipped.map(({ name }) => name)).toEqual(['in/similar', 'one', 'root']);
  for (const { reason } of skipped) expect(reason).toContain('a link to a folder outside the chosen one');
  expect(await found(['chosen/one'])).toEqual(['a.png']);
  expect(await found(['chosen', 'elsewhere'])).toEqual([
    'chosen/in/d.png',
    'chosen/b.png',
    'elsewhere/a.png',
  ]);
});

test('RUN-1: each link to a file outside the folder is a picture by its own name', async () => {
  await put('store/object.png', 'chosen/b.png');
  await symlink('../store/object.png', at('chosen/one.png'));
  await symlink('../store/object.png', at('chosen/two.png'));
  await symlink('one.png', at('chosen/three.png'));
  await symlink('b.png', at('chosen/again.png'));
  const all = ['b.png', 'one.png', 'three.png', 'two.png'];
  expect(await found(['chosen'])).toEqual(all);
  expect(await found(all.map(name => `chosen/${name}`))).toEqual(all);
  expect(await found(['chosen/two.png', 'chosen/one.png'])).toEqual(['one.png', 'two.png']);
  expect(await found(['chosen/again.png', 'chosen/b.png'])).toEqual(['b.png']);
});

test('RUN-2: a picture that iCloud keeps elsewhere is told', async () => {
  await put('sub/a.png', 'sub/.b.jpg.icloud', 'sub/.notes.txt.icloud', 'sub/.hidden.png');
  const { pictures, skipped } = await scanPictures(files, [folder]);
  expect(pictures.map(({ name }) => name)).toEqual(['sub/a.png']);
  expect(skipped).toEqual([{ name: 'sub/b.jpg', reason: 'in iCloud, not on this machine' }]);
});

test('BATCH-5: two names of one file on the disk are two pictures, as the Explorer shows them', async () => {
  await put('a.png');
  await link(at('a.png'), at('b.png'));
  expect(await found(['.'])).toEqual(['a.png', 'b.png']);
});

test('BATCH-5: a scan can be stopped at any time', async () => {
  await put('a.png', 'b.png');
  const stop = new AbortController();
  const slow: PictureFiles = {
    ...files,
    list: async location => {
      const entries = await files.list(location);
      stop.abort();
      return entries;
    },
  };
  await expect(scanPictures(slow, [folder], { signal: stop.signal })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
});

test('where links lead is asked for links alone', async () => {
  await put('a.png', 'b.png', 'sub/c.png', 'notes.txt');
  await symlink('a.png', at('sub/link.png'));
  const asked: string[] = [];
  const asking: PictureFiles = {
    ...files,
    realName: location => {
      asked.push(location);
      return files.realName(location);
    },
  };
  expect((await scanPictures(asking, [folder])).pictures).toHaveLength(3);
  expect(asked).toEqual([folder, at('sub/link.png')]);
});

test('BATCH-3: pictures are listed as the Explorer shows them', async () => {
  await put('img10.png', 'img2.png', 'img1.png', 'Folder/z.png');
  expect(await found(['.'])).toEqual(['Folder/z.png', 'img1.png', 'img2.png', 'img10.png']);
});

test('BATCH-4: chosen singly, together or by folder, each picture is there once', async () => {
  await put('a.png', 'sub/b.png', 'sub/c.png', 'notes.txt');
  await writeFile(at('notes.txt'), 'cat 0.5 0.5 0.1 0.1');
  expect(await found(['a.png'])).toEqual(['a.png']);
  expect(await found(['sub/c.png', 'a.png', 'sub/b.png', 'a.png'])).toEqual([
    'sub/b.png',
    'sub/c.png',
    'a.png',
  ]);
  expect(await found(['sub', 'sub/b.png'])).toEqual(['b.png', 'c.png']);
  expect(await found(['.', 'sub', 'a.png'])).toEqual(['sub/b.png', 'sub/c.png', 'a.png']);
  const { pictures, skipped } = await scanPictures(files, [at('a.png'), at('notes.txt')]);
  expect(pictures).toHaveLength(1);
  expect(skipped).toEqual([{ name: 'notes.txt', reason: 'not an image' }]);
});

test('names are relative to the deepest folder that holds all that was chosen', async () => {
  await put('set/train/1.png', 'set/test/1.png', 'set/test/deep/2.png');
  expect(await found(['set/train', 'set/test'])).toEqual(['test/deep/2.png', 'test/1.png', 'train/1.png']);
  expect(await found(['set/test/deep', 'set/train/1.png'])).toEqual(['test/deep/2.png', 'train/1.png']);
});

test('what is hidden is left out where a folder is chosen, and taken where it is chosen itself', async () => {
  await put('.git/a.png', 'node_modules/p/a.png', '.cache/a.png', '._b.png', 'b.png');
  expect(await found(['.'])).toEqual(['b.png']);
  expect(await found(['.cache'])).toEqual(['a.png']);
  expect(await found(['node_modules'])).toEqual(['p/a.png']);
  expect(await found(['._b.png'])).toEqual(['._b.png']);
});

test('a picture without its ending is taken where it is chosen itself; a folder gives those with one', async () => {
  await put('scan0001', 'photo.JPG');
  const { pictures, skipped } = await scanPictures(files, [folder]);
  expect(pictures.map(({ name }) => name)).toEqual(['photo.JPG']);
  expect(skipped).toEqual([{ name: 'scan0001', reason: 'not an image' }]);
  expect(await found(['scan0001'])).toEqual(['scan0001']);
  const both = await scanPictures(files, [folder, at('scan0001')]);
  expect(both.pictures.map(({ name }) => name)).toEqual(['photo.JPG', 'scan0001']);
  expect(both.skipped).toEqual([]);
});

test('a file says its size and time', async () => {
  await put('a.png');
  const { pictures } = await scanPictures(files, [folder]);
  const stat = await files.stat(at('a.png'));
  expect(pictures).toEqual([
    { location: at('a.png'), name: 'a.png', byteLength: png.length, modifiedAt: stat?.modifiedAt },
  ]);
});

test('a folder that cannot be read is said, and the rest is found', async () => {
  await put('a.png', 'closed/b.png');
  // Rights would not hold back root.
  const closed: PictureFiles = {
    ...files,
    list: location =>
      location === at('closed')
        ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
        : files.list(location),
  };
  const { pictures, skipped } = await scanPictures(closed, [folder]);
  expect(pictures.map(({ name }) => name)).toEqual(['a.png']);
  expect(skipped).toEqual([{ name: 'closed', reason: 'a folder that cannot be read' }]);
});

test('what is chosen and not there is said', async () => {
  const { pictures, skipped } = await scanPictures(files, [at('gone.png')]);
  expect(pictures).toEqual([]);
  expect(skipped).toEqual([{ name: 'gone.png', reason: 'no such file' }]);
});

test('a glob is relative to the chosen folder; files that are chosen themselves are meant anyway', async () => {
  await put('one/a.png', 'one/b.jpg', 'one/deep/c.JPG', 'single.png');
  await writeFile(at('one/notes.txt'), 'text');
  expect(await found(['one'], { glob: '*.jpg' })).toEqual(['deep/c.JPG', 'b.jpg']);
  expect(await found(['one'], { glob: 'deep/**' })).toEqual(['deep/c.JPG']);
  expect(await found(['one'], { glob: '{a,b}.*' })).toEqual(['a.png', 'b.jpg']);
  expect(await found(['one', 'single.png'], { glob: '*.jpg' })).toEqual([
    'one/deep/c.JPG',
    'one/b.jpg',
    'single.png',
  ]);
  expect((await scanPictures(files, [at('one')], { glob: '*.jpg' })).skipped).toEqual([]);
  await expect(found(['one'], { glob: 'a'.repeat(70_000) })).rejects.toThrow(ValueError);
});

test('progress says how many pictures there are so far', async () => {
  await put(...Array.from({ length: 70 }, (_, index) => `${index}.png`));
  const counts: number[] = [];
  await found(['.'], { onProgress: count => counts.push(count) });
  expect(counts.at(-1)).toBe(70);
  expect(counts.length).toBeGreaterThan(1);
  expect(counts).toEqual([...counts].sort((one, other) => one - other));
});

test('locations may be URIs: names are decoded, and the parts of a folder on a server are told apart', async () => {
  const tree: Record<string, string[]> = {
    'memfs://host/my%20pictures': ['a%231.png', 'sub'],
    'memfs://host/my%20pictures/sub': ['b.png'],
  };
  const remote: PictureFiles = {
    stat: location =>
      Promise.resolve({ kind: location in tree ? 'folder' : 'file', byteLength: 1, modifiedAt: 2 }),
    list: location =>
      Promise.resolve(
        (tree[location] ?? []).map(name => ({
          name: decodeURIComponent(name),
          location: `${location}/${name}`,
          kind: `${location}/${name}` in tree ? ('folder' as const) : ('file' as const),
        })),
      ),
    realName: location => Promise.resolve(location),
    read: () => Promise.resolve(png),
  };
  const one = await scanPictures(remote, ['memfs://host/my%20pictures']);
  expect(one.pictures.map(({ name }) => name)).toEqual(['sub/b.png', 'a#1.png']);
  const two = await scanPictures(remote, [
    'memfs://host/my%20pictures/sub',
    'memfs://host/my%20pictures/a%231.png',
  ]);
  expect(two.pictures.map(({ name, location }) => [name, location])).toEqual([
    ['sub/b.png', 'memfs://host/my%20pictures/sub/b.png'],
    ['a#1.png', 'memfs://host/my%20pictures/a%231.png'],
  ]);
});

// Other systems have no such names.
test.runIf(process.platform === 'linux')(
  'a picture whose name is no text is left out by that reason',
  async () => {
    await writeFile(Buffer.from(`${folder}/caf\xe9.png`, 'latin1'), png);
    const { pictures, skipped } = await scanPictures(files, [folder]);
    expect(pictures).toEqual([]);
    expect(skipped).toEqual([{ name: 'caf\uFFFD.png', reason: 'its name is not valid UTF-8' }]);
  },
);

test('EDT-7: what Sightline exported is not among what was passed over; other files are', async () => {
  const exports = [
    'descriptions.csv',
    'descriptions.csv.manifest.json',
    'captions.json',
    'captions.json.manifest.json',
  ];
  const sidecars = ['sightline-txt.manifest.json', 'a.txt', 'sub/b.png.txt', 'sub/b.txt'];
  await put('a.png', 'sub/b.png', 'sub/b.jpg', ...exports, ...sidecars);
  await put('notes.csv', 'classes.txt', 'sub/other.manifest.json');
  const { pictures, skipped } = await scanPictures(files, [folder]);
  expect(pictures).toHaveLength(3);
  expect(skipped.map(({ name }) => name)).toEqual(['sub/other.manifest.json', 'classes.txt', 'notes.csv']);
  // Without the manifest nobody knows whose they are.
  await rm(at('sightline-txt.manifest.json'));
  const unknown = await scanPictures(files, [folder]);
  expect(unknown.skipped.map(({ name }) => name)).toContain('sub/b.txt');
});
