import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExportOptions, ExportReport } from '../../../../src/runs/exports/exportOptions.ts';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { planSidecars, type SidecarPlan } from '../../../../src/runs/exports/sidecars/planSidecars.ts';
import { readBackEdits } from '../../../../src/runs/exports/sidecars/readBackEdits.ts';
import { descriptionIn } from '../../../../src/runs/exports/sidecars/sidecarContent.ts';
import type { SidecarKind } from '../../../../src/runs/exports/sidecars/sidecarNames.ts';
import {
  allOf,
  contentsOf,
  exportOptions,
  hardNames,
  runOf,
  structuredQuestion,
  temporaryFolder,
  textOf,
  writePictures,
  xmlOf,
  type PictureSpec,
  type TestRun,
} from '../../../support/runs/exportedRun.ts';

const described = (...names: string[]): PictureSpec[] =>
  names.map(name => ({ name, text: `Text of ${name}` }));

/** A folder with pictures and the run over them. */
async function folderWith(
  specs: readonly PictureSpec[],
  others: Record<string, string> = {},
): Promise<{ folder: string; run: TestRun }> {
  const folder = await temporaryFolder();
  await writePictures(
    folder,
    specs.map(({ name }) => name),
  );
  for (const [name, text] of Object.entries(others)) await writeFile(path.join(folder, name), text);
  return { folder, run: runOf(folder, specs) };
}

const write = (
  run: TestRun,
  folder: string,
  rest: Partial<ExportOptions> = {},
  kind: SidecarKind = 'txt',
): Promise<ExportReport> => exportRun(kind, run, folder, exportOptions(rest));

const plan = (run: TestRun, folder: string, kind: SidecarKind = 'txt'): Promise<SidecarPlan> =>
  planSidecars(kind, run, folder, exportOptions());

/** The names of all files but pictures and manifests, with their texts. */
async function sidecars(folder: string): Promise<Record<string, string>> {
  const all = Object.entries(await contentsOf(folder));
  return Object.fromEntries(all.filter(([name]) => !/\.(jpg|png|webp|manifest\.json)$/i.test(name)));
}

test('a file with the description alone stands beside each described picture', async () => {
  const { folder, run } = await folderWith([
    ...described('one.png', 'sub/two.jpg'),
    { name: 'three.png', state: 'failed' },
  ]);
  const report = await write(run, folder);
  expect(await sidecars(folder)).toEqual({
    'one.txt': 'Text of one.png',
    'sub/two.txt': 'Text of sub/two.jpg',
  });
  expect(report).toMatchObject({ described: 2, written: 2, kept: [], failed: [] });
  expect(report.leftOut.map(({ name }) => name)).toEqual(['three.png']);
});

test('W5: no sidecar is written through a link that leads out of the folder of the run', async () => {
  const { folder, run } = await folderWith(described('one.png', 'sub/two.png', 'within/three.png'));
  const outside = await temporaryFolder();
  // What was a folder when the run was made is a link when it is exported.
  await rename(path.join(folder, 'sub'), path.join(outside, 'sub'));
  await symlink(path.join(outside, 'sub'), path.join(folder, 'sub'));
  await mkdir(path.join(folder, 'real'));
  await rename(path.join(folder, 'within'), path.join(folder, 'real/within'));
  await symlink('real/within', path.join(folder, 'within'));
  const report = await write(run, folder, { inTheWay: 'otherName' });
  expect(report.kept).toEqual([
    { name: 'sub/two.txt', reason: 'Its folder is a link that leads out of the folder of the run.' },
  ]);
  expect(report.written).toBe(2);
  expect(await readdir(path.join(outside, 'sub'))).toEqual(['two.png']);

  // It becomes a link while the export is under way.
  const late = await folderWith(described('sub/two.png'));
  const files = exportOptions().files;
  let asked = 0;
  const report2 = await write(late.run, late.folder, {
    files: {
      ...files,
      realFolder: async location => {
        asked++;
        return asked > 2 && location.endsWith('sub') ? outside : files.realFolder(location);
      },
    },
  });
  expect(report2).toMatchObject({ written: 0, kept: [{ name: 'sub/two.txt' }] });

  // A run of the link itself is chosen by the person.
  const link = path.join(await temporaryFolder(), 'link');
  await symlink(late.folder, link);
  expect(await write(runOf(link, described('sub/two.png')), link)).toMatchObject({ written: 1, kept: [] });
});

test('a.jpg and a.png never share a file, though one of them may not be in the run', async () => {
  const { folder, run } = await folderWith(
    described('a.jpg', 'a.png', 'b.jpg', 'c.jpg', 'd.jpg', 'd.jpg.png'),
  );
  await writePictures(folder, ['c.webp', 'B.PNG']);
  await write(run, folder);
  expect(Object.keys(await sidecars(folder))).toEqual([
    'a.jpg.txt',
    'a.png.txt',
    'b.jpg.txt',
    'c.jpg.txt',
    'd.jpg.png.txt',
    'd.txt',
  ]);
  expect(await textOf(folder, 'd.txt')).toBe('Text of d.jpg');
  expect(await textOf(folder, 'd.jpg.png.txt')).toBe('Text of d.jpg.png');
});

test('a text file that belongs to no picture stays untouched', async () => {
  const { folder, run } = await folderWith(described('a.jpg'), {
    'readme.txt': 'Read me.',
    'classes.txt': 'cat',
  });
  await write(run, folder, { overwrite: 'edited', inTheWay: 'otherName' });
  expect(await sidecars(folder)).toEqual({
    'a.txt': 'Text of a.jpg',
    'readme.txt': 'Read me.',
    'classes.txt': 'cat',
  });
});

const labels = {
  detect: '0 0.5 0.5 0.25 0.125\n14 0.1 0.2 0.3 0.4\n',
  'detect with confidence': '0 0.5 0.5 0.25 0.125 0.98\n',
  segment: '0 0.1 0.1 0.9 0.1 0.9 0.9\r\n1 0 0 1 0 1 1 0 1',
  pose: '0 0.5 0.5 0.2 0.2 0.1 0.1 2 0.2 0.2 1\n',
  obb: '3 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\n',
  'numbers with exponents': '0 5e-1 .5 1 1e-3\n',
  background: '',
};

describe('a label file in the way', () => {
  test.for(Object.entries(labels))('of YOLO (%s) is never overwritten', async ([, label]) => {
    const { folder, run } = await folderWith(described('a.jpg', 'b.jpg'), { 'a.txt': label });
    const found = await plan(run, folder);
    expect(found).toMatchObject({ labels: 1, counts: { foreign: 1, new: 1 }, offeredKind: 'caption' });
    expect(found.entries[0]?.other).toMatchObject({ file: 'a.caption', state: 'new' });

    const report = await write(run, folder, { overwrite: 'edited' });
    expect(await sidecars(folder)).toEqual({ 'a.txt': label, 'b.txt': 'Text of b.jpg' });
    expect(report.kept).toEqual([{ name: 'a.txt', reason: expect.stringContaining('YOLO') as string }]);

    await write(run, folder, { overwrite: 'edited', inTheWay: 'otherName' });
    expect(await textOf(folder, 'a.txt')).toBe(label);
    expect(await textOf(folder, 'a.caption')).toBe('Text of a.jpg');
  });

  test('that took the place of a description of ours is a label file all the same', async () => {
    const { folder, run } = await folderWith(described('a.jpg'));
    await write(run, folder);
    await writeFile(path.join(folder, 'a.txt'), labels.detect);
    run.texts[0] = 'Another text';
    await write(run, folder, { overwrite: 'edited' });
    expect(await textOf(folder, 'a.txt')).toBe(labels.detect);
  });
});

test('text of another hand is never overwritten, and a name is offered that is free', async () => {
  const { folder, run } = await folderWith(described('a.jpg', 'a.sightline.png', 'b.jpg'), {
    'a.txt': 'My own caption',
    'a.caption': 'Mine too',
    'b.txt': 'My own',
    'b.caption': 'Mine too',
  });
  await write(run, folder, { overwrite: 'edited', inTheWay: 'otherName' });
  expect(await sidecars(folder)).toEqual({
    'a.txt': 'My own caption',
    'a.caption': 'Mine too',
    // By right of a.sightline.png, so that nothing is left for a.jpg.
    'a.sightline.txt': 'Text of a.sightline.png',
    'b.txt': 'My own',
    'b.caption': 'Mine too',
    'b.sightline.txt': 'Text of b.jpg',
  });
});

test("somebody's text that happens to be the same does not become ours", async () => {
  const { folder, run } = await folderWith(described('a.jpg'), { 'a.txt': 'Text of a.jpg' });
  expect(await write(run, folder)).toMatchObject({ written: 0, unchanged: 1 });
  run.texts[0] = 'Another text';
  await write(run, folder, { overwrite: 'edited' });
  expect(await textOf(folder, 'a.txt')).toBe('Text of a.jpg');
});

test('a picture that is called like a sidecar is not overwritten', async () => {
  const { folder, run } = await folderWith(described('a.txt', 'a.jpg'));
  const before = await readFile(path.join(folder, 'a.txt'));
  await write(run, folder, { overwrite: 'edited' });
  expect(await readFile(path.join(folder, 'a.txt'))).toEqual(before);
});

test('BATCH-1: files of an earlier export stay byte for byte; they are overwritten only after an explicit choice', async () => {
  const names = Array.from({ length: 10 }, (_, at) => `p${at}.jpg`);
  const { folder, run } = await folderWith(
    names.map((name, at) => (at < 4 ? { name, text: `Text of ${name}` } : { name, state: 'open' as const })),
  );
  await write(run, folder);
  await writeFile(path.join(folder, 'p0.txt'), 'Edited by hand');
  const old = new Date(1_700_000_000_000);
  for (const at of [0, 1, 2, 3]) await utimes(path.join(folder, `p${at}.txt`), old, old);

  // The rest is answered, and the first four are answered anew.
  for (const row of run.rows) row.state = 'described';
  names.forEach((name, at) => (run.texts[at] = at < 4 ? `New text of ${name}` : `Text of ${name}`));
  const report = await write(run, folder);
  expect(report).toMatchObject({ written: 6, unchanged: 0 });
  expect(report.kept.map(({ name }) => name)).toEqual(['p0.txt', 'p1.txt', 'p2.txt', 'p3.txt']);
  expect(await textOf(folder, 'p0.txt')).toBe('Edited by hand');
  for (const at of [1, 2, 3]) expect(await textOf(folder, `p${at}.txt`)).toBe(`Text of p${at}.jpg`);
  for (const at of [0, 1, 2, 3]) expect((await stat(path.join(folder, `p${at}.txt`))).mtime).toEqual(old);

  await write(run, folder, { overwrite: 'ours' });
  expect(await textOf(folder, 'p0.txt')).toBe('Edited by hand');
  expect(await textOf(folder, 'p1.txt')).toBe('New text of p1.jpg');
  await write(run, folder, { overwrite: 'edited' });
  expect(await textOf(folder, 'p0.txt')).toBe('New text of p0.jpg');
});

test('a description that was edited in its file is noticed, and taken back it is the same', async () => {
  const { folder, run } = await folderWith(described('a.jpg', 'b.jpg', 'c.jpg'));
  await write(run, folder);
  await writeFile(path.join(folder, 'b.txt'), '\uFEFFA better text,\r\non two lines\r\n');
  // What an editor does on saving is no edit.
  await writeFile(path.join(folder, 'c.txt'), 'Text of c.jpg\n');
  const found = await plan(run, folder);
  expect(found.counts).toEqual({ new: 0, same: 2, ours: 0, edited: 1, foreign: 0 });
  const edits = await allOf(readBackEdits(found, run, exportOptions().files));
  expect(edits).toEqual([{ index: 1, file: 'b.txt', text: 'A better text,\non two lines' }]);

  run.texts[1] = edits[0]?.text;
  expect((await plan(run, folder)).counts).toMatchObject({ same: 3, edited: 0 });
  expect(await write(run, folder, { overwrite: 'edited' })).toMatchObject({ written: 0, unchanged: 3 });
  expect(await textOf(folder, 'b.txt')).toContain('\r\n');
});

test('an edited caption of a structured answer changes the caption and nothing else of it', async () => {
  const folder = await temporaryFolder();
  const columns = { caption: 'A cat', tags: ['cat'] };
  const run = runOf(folder, [{ name: 'a.jpg', text: JSON.stringify(columns), columns }], structuredQuestion);
  await writePictures(folder, ['a.jpg']);
  await write(run, folder);
  expect(await textOf(folder, 'a.txt')).toBe('A cat');
  await writeFile(path.join(folder, 'a.txt'), 'A tabby cat');
  const edits = await allOf(readBackEdits(await plan(run, folder), run, exportOptions().files));
  expect(edits.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
    { caption: 'A tabby cat', tags: ['cat'] },
  ]);
});

test('sidecars of ours are known to all kinds of sidecars, and after a run that holds only some of them', async () => {
  const { folder, run } = await folderWith(described('a.jpg', 'b.jpg'), { 'a.txt': labels.detect });
  await write(run, folder, { inTheWay: 'otherName' });
  await write(runOf(folder, described('b.jpg')), folder);
  run.texts[0] = 'Another text';
  expect((await plan(run, folder, 'caption')).counts).toMatchObject({ ours: 1, new: 1 });
});

test('an export that was broken off knows its files all the same', async () => {
  const { folder, run } = await folderWith(described('a.jpg', 'b.jpg', 'c.jpg'));
  const { files } = exportOptions();
  let left = 2;
  const broken = {
    ...files,
    write: (location: string, content: Uint8Array | AsyncIterable<string | Uint8Array>) =>
      location.endsWith('.txt') && left-- <= 0
        ? Promise.reject(new Error('killed'))
        : files.write(location, content),
  };
  await expect(write(run, folder, { files: broken })).rejects.toThrow('killed');
  const there = Object.keys(await sidecars(folder));
  expect(there).toHaveLength(2);
  run.texts.forEach((_, at) => (run.texts[at] = 'Another text'));
  expect((await plan(run, folder)).counts).toMatchObject({ ours: 2, new: 1, foreign: 0 });
});

test('a file that appears while sidecars are written is not overwritten', async () => {
  const { folder, run } = await folderWith(described('a.jpg', 'b.jpg'));
  const { files } = exportOptions();
  const slow = {
    ...files,
    write: async (location: string, content: Uint8Array | AsyncIterable<string | Uint8Array>) => {
      // The manifest is the first that is written.
      if (location.endsWith('.json')) await writeFile(path.join(folder, 'b.txt'), labels.detect);
      await files.write(location, content);
    },
  };
  const report = await write(run, folder, { files: slow, overwrite: 'edited' });
  expect(await textOf(folder, 'b.txt')).toBe(labels.detect);
  expect(report.kept.map(({ name }) => name)).toEqual(['b.txt']);
});

test('line breaks become spaces for tools that read one line', async () => {
  const { folder, run } = await folderWith([{ name: 'a.jpg', text: ' One,\r\n\r\n  two\nthree ' }]);
  await write(run, folder, { onOneLine: true });
  expect(await textOf(folder, 'a.txt')).toBe('One, two three');
});

test('IMG-9: sidecars stand beside pictures of any legal name', async () => {
  const { folder, run } = await folderWith(described(...hardNames));
  await write(run, folder);
  for (const name of hardNames)
    expect(await textOf(folder, name.replace(/\.png$/, '.txt'))).toBe(`Text of ${name}`);
  expect((await plan(run, folder)).counts).toMatchObject({ same: hardNames.length });
});

test('a name that is too long for a sidecar fails alone', async () => {
  const long = `${'n'.repeat(248)}.jpg`;
  const { folder, run } = await folderWith(described('a.jpg', long));
  const report = await write(run, folder, {}, 'xmp');
  expect(Object.keys(await sidecars(folder))).toEqual(['a.jpg.xmp']);
  expect(report.failed).toEqual([
    { name: `${long}.xmp`, reason: expect.stringContaining('too long') as string },
  ]);
});

describe('XMP sidecars', () => {
  const awkward = 'A <b>cat</b> & "dog",\r\non two lines]]> \u0007 日本';

  test('are NAME.EXT.xmp and well-formed XML with the description in its default language', async () => {
    const { folder, run } = await folderWith([{ name: 'a.jpg', text: awkward }, ...described('a.png')]);
    await write(run, folder, {}, 'xmp');
    expect(Object.keys(await sidecars(folder))).toEqual(['a.jpg.xmp', 'a.png.xmp']);
    const document = xmlOf(await textOf(folder, 'a.jpg.xmp'));
    const [item, ...rest] = document.querySelectorAll('RDF > Description > description > Alt > li');
    expect(item?.getAttribute('xml:lang')).toBe('x-default');
    expect(item?.textContent).toBe(awkward.replace('\u0007', '\ufffd'));
    expect(rest).toEqual([]);
    expect(item?.parentElement?.parentElement?.namespaceURI).toBe('http://purl.org/dc/elements/1.1/');
    expect(document.querySelector('Description > CaptionWriter')?.textContent).toBe(
      'Sightline with eye-1-2026',
    );
  });

  test.each([
    '<title> of a page with dc:description="another" in it',
    'A packet with xmlns:d="http://purl.org/dc/elements/1.1/" in it',
  ])('a description that looks like one is read back as it is: %s', async text => {
    const { folder, run } = await folderWith([{ name: 'a.jpg', text }]);
    await write(run, folder, {}, 'xmp');
    const file = await textOf(folder, 'a.jpg.xmp');
    expect(descriptionIn('xmp', Buffer.from(file))).toBe(text);
    expect(xmlOf(file).querySelector('Alt > li')?.textContent).toBe(text);
  });

  test("that hold darktable's or Lightroom's work are never overwritten", async () => {
    const theirs = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
    const { folder, run } = await folderWith(described('a.jpg'), { 'a.jpg.xmp': theirs, 'a.xmp': theirs });
    await write(run, folder, { overwrite: 'edited', inTheWay: 'otherName' }, 'xmp');
    expect(await textOf(folder, 'a.jpg.xmp')).toBe(theirs);
    expect(await textOf(folder, 'a.xmp')).toBe(theirs);
    expect(await textOf(folder, 'a.jpg.sightline.xmp')).toContain('Text of a.jpg');
  });

  test('what another program adds around our text is kept, what a person edits in it is taken back', async () => {
    const { folder, run } = await folderWith(described('a.jpg', 'b.jpg'));
    await write(run, folder, {}, 'xmp');
    const ours = await textOf(folder, 'a.jpg.xmp');
    const added = ours.replace(
      ' </rdf:RDF>',
      '<rdf:Description rdf:about="" d:history="1" xmlns:d="http://d/"/> </rdf:RDF>',
    );
    await writeFile(path.join(folder, 'a.jpg.xmp'), added);
    await writeFile(
      path.join(folder, 'b.jpg.xmp'),
      (await textOf(folder, 'b.jpg.xmp')).replace('Text of b.jpg', 'A &amp; b'),
    );
    expect(await write(run, folder, { overwrite: 'ours' }, 'xmp')).toMatchObject({
      written: 0,
      unchanged: 1,
    });
    const found = await plan(run, folder, 'xmp');
    const edits = await allOf(readBackEdits(found, run, exportOptions().files));
    expect(edits).toEqual([{ index: 1, file: 'b.jpg.xmp', text: 'A & b' }]);
    run.texts[0] = 'Another text';
    await write(run, folder, { overwrite: 'ours' }, 'xmp');
    expect(await textOf(folder, 'a.jpg.xmp')).toBe(added);
  });
});
