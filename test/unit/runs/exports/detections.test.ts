import { parse } from 'csv-parse/sync';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cocoCategories } from '../../../../src/recognition/cocoCategories.ts';
import { checkExport, exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { classesFromDataYaml } from '../../../../src/schema/dataYaml.ts';
import { readCocoDetections } from '../../../support/cocoReader.ts';
import { findReaders, python } from '../../../support/realReaders.ts';
import {
  contentsOf,
  exportOptions,
  hardNames,
  runOf,
  structuredQuestion,
  temporaryFolder,
  textOf,
  writePictures,
  type PictureSpec,
} from '../../../support/runs/exportedRun.ts';
import { loadImageFolder } from '../../../support/runs/imageFolderReader.ts';
import { someFindings } from '../../../support/someFindings.ts';

const readers = findReaders('pycocotools');
const nothing = someFindings({ things: [], faces: [], lines: [], codes: [] });

/** A dog and a doubtful cat; nothing; an image that nobody looked at; a failed one. */
const mixed: PictureSpec[] = [
  { name: 'dog.png', text: 'A dog.', findings: someFindings() },
  { name: 'sub/empty.png', text: 'A wall.', findings: nothing },
  { name: 'told.png', text: 'Told by another model.' },
  { name: 'failed.png', state: 'failed' },
];

const record = (text: string, at = 0): Record<string, unknown> =>
  JSON.parse(text.split('\n')[at] ?? '') as Record<string, unknown>;

test('the 80 categories are those that COCO publishes, gaps in their numbers included', () => {
  expect(cocoCategories).toHaveLength(80);
  const numbers = new Set(cocoCategories.map(({ id }) => id));
  const gaps = Array.from({ length: 90 }, (_, at) => at + 1).filter(id => !numbers.has(id));
  expect(gaps).toEqual([12, 26, 29, 30, 45, 66, 68, 69, 71, 83]);
  expect(cocoCategories[16]).toEqual({ id: 18, name: 'dog', supercategory: 'animal' });
  expect(cocoCategories.at(-1)).toEqual({ id: 90, name: 'toothbrush', supercategory: 'indoor' });
});

test('COCO boxes are read by a strict reader of the published format: what is certain, of images that were looked at', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'instances.json');
  const report = await exportRun('cocoBoxes', runOf(folder, mixed), target, exportOptions());
  const { boxes, sizes, categories } = readCocoDetections(await textOf(folder, 'instances.json'));
  expect(boxes).toEqual({
    'dog.png': [{ category: 'dog', bbox: [4, 6, 20, 15], score: 0.91 }],
    'sub/empty.png': [],
  });
  expect(sizes).toEqual({ 'dog.png': [40, 30], 'sub/empty.png': [40, 30] });
  expect(categories).toEqual(cocoCategories.map(({ name }) => name));
  expect(report.notes).toEqual([
    '1 image has no detections: it was described without recognition.',
    '1 uncertain detection was left out.',
  ]);
  expect(report.remedies).toEqual([{ kind: 'exportUncertain' }]);
});

test('uncertain detections come out where that was chosen', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'instances.json');
  const options = exportOptions({ includeUncertain: true });
  const report = await exportRun('cocoBoxes', runOf(folder, mixed), target, options);
  expect(readCocoDetections(await textOf(folder, 'instances.json')).boxes['dog.png']).toMatchObject([
    { category: 'dog' },
    { category: 'cat', score: 0.47 },
  ]);
  expect(report.remedies ?? []).toEqual([]);
});

test('boxes are in pixels of the described image and within it; what has no area or no category of COCO is left out', async () => {
  const folder = await temporaryFolder();
  const half = someFindings({
    width: 20,
    height: 15,
    things: [
      { label: 'dog', score: 0.9, box: { x: -3, y: 2, width: 10.5, height: 40 } },
      { label: 'person', score: 0.9, box: { x: 30, y: 2, width: 10, height: 4 } },
      { label: 'bus', score: 0.9, box: { x: 5, y: 5, width: 0, height: 4 } },
      { label: 'saw', score: 0.9, box: { x: 1, y: 1, width: 4, height: 4 } },
    ],
  });
  const broken = someFindings({ width: 0, height: 0 });
  const run = runOf(folder, [
    { name: 'half.png', text: 'A dog.', findings: half },
    { name: 'broken.png', text: 'A dog.', findings: broken },
  ]);
  const report = await exportRun('cocoBoxes', run, path.join(folder, 'b.json'), exportOptions());
  expect(readCocoDetections(await textOf(folder, 'b.json')).boxes).toEqual({
    'half.png': [{ category: 'dog', bbox: [0, 4, 15, 26], score: 0.9 }],
  });
  expect(report.notes).toContain('1 object is of no category of COCO and left out.');
  await exportRun('yolo', run, path.join(folder, 'yolo'), exportOptions());
  expect(await textOf(folder, 'yolo/labels/half.txt')).toBe('16 0.187500 0.566667 0.375000 0.866667\n');
});

test('COCO boxes are read by the reader of their makers', async ({ skip }) => {
  if (readers.pycocotools.version === undefined) return skip(readers.pycocotools.missing);
  const folder = await temporaryFolder();
  await exportRun('cocoBoxes', runOf(folder, mixed), path.join(folder, 'i.json'), exportOptions());
  const program = `
import sys, json, io, contextlib
from pycocotools.coco import COCO
with contextlib.redirect_stdout(io.StringIO()):
    coco = COCO(sys.argv[1])
print(json.dumps([[coco.loadCats(a["category_id"])[0]["name"], a["bbox"]] for a in coco.loadAnns(coco.getAnnIds(imgIds=[1]))]))`;
  expect(python(program, path.join(folder, 'i.json'))).toEqual([['dog', [4, 6, 20, 15]]]);
});

test('YOLO labels: a file for each image that was looked at, and the classes for our own reader of data.yaml', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'dataset');
  const report = await exportRun('yolo', runOf(folder, mixed), target, exportOptions());
  const files = await contentsOf(target);
  expect(Object.keys(files)).toEqual([
    'data.yaml',
    'data.yaml.manifest.json',
    'labels/dog.txt',
    'labels/sub/empty.txt',
  ]);
  // class, then centre, width and height as parts of the image's.
  expect(files['labels/dog.txt']).toBe('16 0.350000 0.450000 0.500000 0.500000\n');
  expect(files['labels/sub/empty.txt']).toBe('');
  const classes = await classesFromDataYaml(files['data.yaml'] ?? '');
  expect(classes).toEqual(cocoCategories.map(({ name }) => name));
  expect(classes[16]).toBe('dog');
  expect(report).toMatchObject({ format: 'yolo', described: 3, written: 3, kept: [], failed: [] });
  expect(report.notes.join(' ')).toContain('1 uncertain detection was left out.');
});

test('YOLO labels of others are kept, a second export replaces its own where that was chosen', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'dataset');
  await mkdir(path.join(target, 'labels', 'sub'), { recursive: true });
  const theirs = '3 0.5 0.5 0.25 0.25\n';
  await writeFile(path.join(target, 'labels', 'dog.txt'), theirs);
  const run = runOf(folder, mixed);
  const first = await exportRun('yolo', run, target, exportOptions({ overwrite: 'edited' }));
  expect(first.kept).toEqual([{ name: 'labels/dog.txt', reason: 'It holds YOLO labels.' }]);
  expect(await textOf(target, 'labels/dog.txt')).toBe(theirs);

  const found = runOf(folder, [
    mixed[0] ?? { name: '' },
    { ...mixed[1], name: 'sub/empty.png', findings: someFindings() },
  ]);
  const second = await exportRun('yolo', found, target, exportOptions());
  expect(second.kept.map(({ name }) => name)).toEqual(['labels/dog.txt', 'labels/sub/empty.txt']);
  const third = await exportRun('yolo', found, target, exportOptions({ overwrite: 'ours' }));
  expect(third).toMatchObject({ written: 1, replaced: 1 });
  expect(await textOf(target, 'labels/sub/empty.txt')).toContain('16 ');
  expect(await textOf(target, 'labels/dog.txt')).toBe(theirs);
});

test('YOLO labels go neither among the images nor beside the classes of others, and that is known before the run', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, mixed);
  for (const work of [exportRun, checkExport])
    await expect(work('yolo', run, folder, exportOptions())).rejects.toThrow(
      'The folder for the labels is the folder of the images.',
    );
  const target = path.join(folder, 'dataset');
  await mkdir(target);
  await writeFile(path.join(target, 'data.yaml'), 'names: [boat]\n');
  for (const work of [exportRun, checkExport])
    await expect(work('yolo', run, target, exportOptions())).rejects.toThrow('Sightline did not write it');
  expect(Object.keys(await contentsOf(target))).toEqual(['data.yaml']);
});

test('two images with one label file: the second is reported, and names lead out of no folder', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'dataset');
  const findings = someFindings();
  const run = runOf(folder, [
    { name: 'a.jpg', text: 'A dog.', findings },
    { name: 'a.png', text: 'A dog.', findings: nothing },
    { name: '../up.png', text: 'A dog.', findings },
    { name: '.hidden', text: 'A dog.', findings },
  ]);
  const report = await exportRun('yolo', run, target, exportOptions());
  expect(report.failed).toEqual([{ name: 'a.png', reason: 'Another image has the labels labels/a.txt.' }]);
  expect(Object.keys(await contentsOf(folder)).filter(name => name.endsWith('.txt'))).toEqual([
    'dataset/labels/.hidden.txt',
    'dataset/labels/a.txt',
    'dataset/labels/up.txt',
  ]);
  expect(await textOf(target, 'labels/a.txt')).toContain('16 ');
});

test('any legal name comes through as a label file', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'dataset');
  const run = runOf(
    folder,
    hardNames.map(name => ({ name, text: 'A dog.', findings: someFindings() })),
  );
  const report = await exportRun('yolo', run, target, exportOptions());
  expect(report.written + report.failed.length).toBe(hardNames.length + 1);
});

test('JSON Lines and CSV have objects, faces, lines of text and codes in columns of their own', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, mixed);
  const report = await exportRun('jsonl', run, path.join(folder, 'out.jsonl'), exportOptions());
  const lines = await textOf(folder, 'out.jsonl');
  const columns = {
    objects: [{ label: 'dog', score: 0.91, bbox: [4, 6, 20, 15] }],
    faces: [{ score: 0.88, bbox: [2, 2, 5, 5] }],
    textLines: [
      { text: 'MAIN STREET', score: 0.97, bbox: [1, 1, 30, 4] },
      { text: '<b>Café & Bar</b>', score: 0.83, bbox: [1, 8, 20, 4] },
    ],
    codes: [{ format: 'QRCode', text: 'https://example.org/a?b=1&c=2', bbox: [20, 20, 9, 9] }],
  };
  expect(record(lines)).toMatchObject({ text: 'A dog.', width: 40, height: 30, ...columns });
  expect(record(lines, 1)).toMatchObject({ objects: [], faces: [], textLines: [], codes: [] });
  expect(record(lines, 2)).not.toHaveProperty('objects');
  expect(report.notes.join(' ')).toContain('uncertain');
  await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  const [dog, , told] = parse<Record<string, string>>(await textOf(folder, 'out.csv'), { columns: true });
  for (const [name, value] of Object.entries(columns)) expect(JSON.parse(dog?.[name] ?? '')).toEqual(value);
  expect(told).toMatchObject({ text: 'Told by another model.', objects: '' });
});

test('a run that nobody looked at has the same files as ever: no column and no note of detections', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [{ name: 'one.png', text: 'Fine.' }]);
  for (const format of ['jsonl', 'csv', 'huggingface'] as const) {
    const report = await exportRun(format, run, path.join(folder, format), exportOptions());
    expect(report.notes.join()).not.toContain('detections');
    expect(await textOf(folder, format)).not.toMatch(/objects|faces|textLines|codes/);
  }
});

test("an answer's own columns keep their names beside those of the detections", async () => {
  const folder = await temporaryFolder();
  const asked: typeof structuredQuestion = {
    ...structuredQuestion,
    schema: { name: 'o', schema: { type: 'object', properties: { objects: { type: 'string' } } } },
  };
  const columns = { objects: 'mine' };
  const run = runOf(folder, [{ name: 'a.png', text: '{}', columns, findings: someFindings() }], asked);
  for (const format of ['jsonl', 'huggingface'] as const) {
    await exportRun(format, run, path.join(folder, format), exportOptions());
    expect(record(await textOf(folder, format))).toMatchObject({
      objects: 'mine',
      detected_objects: expect.anything() as unknown,
    });
  }
  await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  const [row] = parse<Record<string, string>>(await textOf(folder, 'out.csv'), { columns: true });
  expect(row).toMatchObject({ objects: 'mine', detected_objects: expect.stringContaining('dog') as string });
});

test('Hugging Face: objects as datasets for object detection have them, of one type in every split', async () => {
  const folder = await temporaryFolder();
  await writePictures(folder, ['train/a.png', 'test/b.png']);
  const findings = someFindings({
    things: [{ label: 'dog', score: 0.91, box: { x: 4.4, y: 6, width: 20.3, height: 15 } }],
  });
  const run = (other: typeof findings) =>
    runOf(folder, [
      { name: 'train/a.png', text: 'A dog.', findings },
      { name: 'test/b.png', text: 'A dog.', findings: other },
    ]);
  const target = path.join(folder, 'metadata.jsonl');
  await exportRun('huggingface', run(findings), target, exportOptions());
  expect((await loadImageFolder(folder))['train']?.[0]).toMatchObject({
    text: 'A dog.',
    objects: { bbox: [[4, 6, 20, 15]], categories: ['dog'] },
  });
  // A split without any object has lists of nothing, which have no type.
  await exportRun('huggingface', run(nothing), target, exportOptions());
  expect((await loadImageFolder(folder))['test']?.[0]).toMatchObject({ text: 'A dog.' });
});

test('the manifest says whether uncertain detections are in an export', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'instances.json');
  await exportRun('cocoBoxes', runOf(folder, mixed), target, exportOptions({ includeUncertain: true }));
  expect(JSON.parse(await readFile(`${target}.manifest.json`, 'utf8'))).toMatchObject({
    format: 'cocoBoxes',
    options: { includeUncertain: true },
  });
});
