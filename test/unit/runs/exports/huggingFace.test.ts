import path from 'node:path';
import { expect, test } from 'vitest';
import { checkExport, exportRun } from '../../../../src/runs/exports/exportRun.ts';
import type { ExportReport } from '../../../../src/runs/exports/exportOptions.ts';
import { findReaders, python } from '../../../support/realReaders.ts';
import {
  contentsOf,
  exportOptions,
  runOf,
  structuredQuestion,
  temporaryFolder,
  writePictures,
  type PictureSpec,
} from '../../../support/runs/exportedRun.ts';
import { loadImageFolder, type Loaded } from '../../../support/runs/imageFolderReader.ts';

const readers = findReaders('datasets');

/** Exports a run whose images lie in a folder, with other files beside them. */
async function exported(
  specs: readonly (string | PictureSpec)[],
  { beside = [], asked }: { beside?: readonly string[]; asked?: typeof structuredQuestion } = {},
): Promise<{ folder: string; report: ExportReport }> {
  const folder = await temporaryFolder();
  const all = specs.map(spec => (typeof spec === 'string' ? { name: spec, text: `Text of ${spec}` } : spec));
  await writePictures(
    folder,
    all.map(({ name }) => name),
  );
  await writePictures(folder, beside, Buffer.from('{}\n'));
  const report = await exportRun(
    'huggingface',
    runOf(folder, all, asked),
    path.join(folder, 'metadata.jsonl'),
    exportOptions(),
  );
  return { folder, report };
}

/** Which image has which text in which split, by the reader of these tests and by `datasets` where it is installed. */
async function captions(
  folder: string,
  dataFiles?: Record<string, string[]>,
): Promise<Record<string, object>> {
  const shown = (loaded: Loaded): Record<string, object> =>
    Object.fromEntries(
      Object.entries(loaded).map(([split, rows]) => [
        split,
        Object.fromEntries(rows.map(({ image, text }) => [path.relative(folder, String(image)), text])),
      ]),
    );
  const loaded = shown(await loadImageFolder(folder, dataFiles));
  if (readers.datasets.version !== undefined)
    expect(shown(python(loader, folder, JSON.stringify(dataFiles ?? null)) as Loaded)).toEqual(loaded);
  return loaded;
}

const loader = `
import sys, json, datasets, tempfile
folder, files = sys.argv[1], json.loads(sys.argv[2])
with tempfile.TemporaryDirectory() as cache:
    found = datasets.load_dataset("imagefolder", data_dir=folder, data_files=files, cache_dir=cache)
    print(json.dumps({
        split: [{**row, "image": row["image"]["path"]} for row in rows.cast_column("image", datasets.Image(decode=False))]
        for split, rows in found.items()
    }, default=str))
`;

const text = (name: string): string => `Text of ${name}`;

test.for([
  ['train', 'train'],
  ['training', 'train'],
  ['validation', 'validation'],
  ['valid', 'validation'],
  ['val', 'validation'],
  ['dev', 'validation'],
  ['test', 'test'],
  ['testing', 'test'],
  ['eval', 'test'],
  ['evaluation', 'test'],
  ['my-train', 'train'],
  ['train_v2', 'train'],
  ['val2017', 'validation'],
  ['a.test b', 'test'],
] as const)('EXP-1: the folder %s is the split %s, with its metadata in it', async ([name, split]) => {
  const image = `${name}/cats/one.png`;
  const { folder, report } = await exported([image]);
  expect(await captions(folder)).toEqual({ [split]: { [image]: text(image) } });
  expect(Object.keys(await contentsOf(folder)).sort()).toEqual(
    ['metadata.jsonl.manifest.json', image, `${name}/metadata.jsonl`].sort(),
  );
  expect(report).toMatchObject({ written: 1, described: 1 });
});

test.for(['contest', 'Train', 'TEST', 'trainer', 'latest', 'images'])(
  'EXP-1: the folder %s is no split, and the metadata lies at the root',
  async name => {
    const image = `${name}/one.png`;
    const { folder, report } = await exported([image, 'two.png']);
    expect(await captions(folder)).toEqual({ train: { [image]: text(image), 'two.png': text('two.png') } });
    expect(report.notes).toEqual([]);
  },
);

test('EXP-1: folders of splits at any depth, in one another, and beside images that are in none', async () => {
  const images = [
    'images/train/a.png',
    'images/val/deep/b.png',
    'train/test/c.png',
    'train/d.png',
    'e.png',
    'labels/f.png',
  ];
  const { folder, report } = await exported([...images, { name: 'test/failed.png', state: 'failed' }]);
  const all = Object.fromEntries(images.map(name => [name, text(name)]));
  const some = (...names: string[]): object => Object.fromEntries(names.map(name => [name, all[name]]));
  expect(await captions(folder)).toEqual({
    train: some('images/train/a.png', 'train/test/c.png', 'train/d.png'),
    validation: some('images/val/deep/b.png'),
    test: some('train/test/c.png'),
  });
  expect(report.notes).toEqual([
    expect.stringContaining('in each such folder: 4 files'),
    expect.stringContaining('2 images are in no folder that is named after a split'),
    expect.stringContaining('Images without a description'),
  ]);
  expect(report).toMatchObject({ described: 6, written: 5 });
  expect(report.leftOut.map(({ name }) => name)).toEqual(['test/failed.png']);
});

test.for([
  ['images called after splits', ['train_01.png', 'my test.png', 'other.png'], []],
  ['shards', ['data/train-00000-of-00001.png', 'data/test-00000-of-00001-ab.png', 'other.png'], []],
  ['a list called after a split', ['one.png', 'two.png'], ['train.txt']],
  ['a log', ['one.png', 'train/two.png'], ['logs/a.eval']],
] as const)(
  'EXP-1: where the loader reads no metadata because of %s, a note says how to load it',
  async ([, images, beside]) => {
    const { folder, report } = await exported([...images], { beside });
    // As it is, the loader finds no text.
    for (const rows of Object.values(await loadImageFolder(folder)))
      for (const row of rows) expect(row).not.toHaveProperty('text');
    const [note = ''] = report.notes;
    expect(note).toContain('load_dataset("imagefolder", data_dir=');
    const dataFiles = JSON.parse(/data_files=(\{.*?\})/.exec(note)?.[1] ?? '') as Record<string, string>;
    expect(await captions(folder, { train: [String(dataFiles.train)] })).toEqual({
      train: Object.fromEntries(images.map(name => [name, text(name)])),
    });
  },
);

test('EXP-1: hidden folders, folders like __pycache__ and files of the library itself make no split', async () => {
  const { folder } = await exported(['a.png'], {
    beside: ['.cache/train/x.txt', '__test__/train_1.txt', 'sub/.train.txt', 'README.md'],
  });
  expect(await captions(folder)).toEqual({ train: { 'a.png': text('a.png') } });
});

test('EXP-1: metadata of others that is loaded too is named', async () => {
  const { report } = await exported(['train/a.png'], {
    beside: ['train/sub/metadata.jsonl', 'metadata.csv'],
  });
  expect(report.notes.join(' ')).toContain(
    'also reads the metadata that is there already: train/sub/metadata.jsonl.',
  );
});

test('EXP-1: metadata of others in the folder of a split stands in the way, before and at the export', async () => {
  const folder = await temporaryFolder();
  await writePictures(folder, ['train/a.png']);
  await writePictures(folder, ['train/metadata.jsonl'], Buffer.from('theirs'));
  const run = runOf(folder, [{ name: 'train/a.png', text: 'A' }]);
  const target = path.join(folder, 'metadata.jsonl');
  await expect(checkExport('huggingface', run, target, exportOptions())).rejects.toThrow(
    '"train/metadata.jsonl" is there already',
  );
  await expect(exportRun('huggingface', run, target, exportOptions())).rejects.toThrow('did not write it');
  expect((await contentsOf(folder))['train/metadata.jsonl']).toBe('theirs');
  await exportRun('huggingface', run, target, exportOptions({ replace: true }));
  run.texts[0] = 'B';
  // Its own it replaces.
  expect(await exportRun('huggingface', run, target, exportOptions())).toMatchObject({
    written: 1,
    replaced: 1,
  });
  expect(await captions(folder)).toEqual({ train: { 'train/a.png': 'B' } });
});

const answer = (columns: Record<string, unknown>): Pick<PictureSpec, 'text' | 'columns'> => ({
  text: JSON.stringify(columns),
  columns,
});
const schemaOf = (...names: string[]): typeof structuredQuestion => ({
  ...structuredQuestion,
  schema: {
    name: 'odd',
    schema: { type: 'object', properties: Object.fromEntries(names.map(name => [name, {}])) },
  },
});

test('EXP-2: fields that mean something to "datasets" have other names, which a note says', async () => {
  const columns = {
    image: 'a print on the wall',
    file_name: 'IMG_1',
    photo_file_name: 'b.png',
    file_names: ['c.png'],
    filename: 'own',
    text: 'EXIT',
    label: 'cat',
    objects: [{ file_name: 'd.png', name: 'cup' }],
  };
  const { folder, report } = await exported([{ name: 'a.png', ...answer(columns) }], {
    asked: schemaOf(...Object.keys(columns)),
  });
  const { train = [] } = await loadImageFolder(folder);
  expect(train).toEqual([
    {
      image: path.join(folder, 'a.png'),
      text: expect.any(String) as string,
      answer_image: 'a print on the wall',
      answer_filename: 'IMG_1',
      photo_filename: 'b.png',
      filenames: ['c.png'],
      filename: 'own',
      answer_text: 'EXIT',
      label: 'cat',
      objects: [{ filename: 'd.png', name: 'cup' }],
    },
  ]);
  await captions(folder);
  expect(report.notes).toEqual([
    'Fields with another name in this export: "image" is "answer_image", "file_name" is "answer_filename", "photo_file_name" is "photo_filename", "file_names" is "filenames", "text" is "answer_text".',
  ]);
});

test('EXP-2: a field has one type in the files of all splits, whatever the answers hold', async () => {
  const asked = schemaOf('note', 'count', 'tags', 'when', 'steady', 'odd');
  const steady = { x: 1.5, list: ['a'] };
  const specs = [
    {
      name: 'train/a.png',
      ...answer({ note: null, count: 1, tags: [], when: '2026-01-31', steady, odd: 1 }),
    },
    { name: 'test/b.png', ...answer({ note: 'n', count: 0.5, tags: ['t'], when: 'late', steady, odd: 'x' }) },
    { name: 'test/c.png', ...answer({ extra: true, steady, odd: ['y'] }) },
  ];
  const { folder, report } = await exported(specs, { asked });
  const { train = [], test: tested = [] } = await loadImageFolder(folder);
  expect(train[0]).toMatchObject({
    note: '',
    count: '1',
    tags: '[]',
    when: '"2026-01-31"',
    steady,
    odd: '1',
    extra: 'null',
  });
  expect(tested[0]).toMatchObject({
    note: 'n',
    count: '0.5',
    tags: '["t"]',
    when: '"late"',
    steady,
    odd: '"x"',
  });
  expect(tested[1]).toMatchObject({ note: '', count: 'null', odd: '["y"]', extra: 'true' });
  expect(report.notes.join(' ')).toContain('one type for a column: count, tags, when, odd, extra.');
  await captions(folder);
});

test('EXP-1: a file that is not called metadata.jsonl, and one outside the folder of the images, say so', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [{ name: 'train/a.png', text: 'A' }]);
  const { notes } = await exportRun(
    'huggingface',
    run,
    path.join(folder, 'out', 'captions.jsonl'),
    exportOptions(),
  );
  expect(notes.join(' ')).toContain('only if it is called metadata.jsonl');
  expect(notes.join(' ')).toContain('not in the folder of captions.jsonl');
  expect(Object.keys(await contentsOf(folder))).toContain('out/train/captions.jsonl');
});
