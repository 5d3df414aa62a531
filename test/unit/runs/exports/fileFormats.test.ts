import { Ajv } from 'ajv';
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import {
  contentsOf,
  exportOptions,
  hardNames,
  onePicture,
  runOf,
  structuredQuestion,
  temporaryFolder,
  textOf,
  writePictures,
  type PictureSpec,
} from '../../../support/runs/exportedRun.ts';
import { findReaders, python } from '../../../support/realReaders.ts';
import { cocoCaptionSchema } from './cocoCaptionSchema.ts';

const readers = findReaders('pandas', 'pycocotools');

const awkward = 'A "red" square,\r\nthen;\na line\twith 日本 and e\u0301 🐈';
const mixed: PictureSpec[] = [
  { name: 'one.png', text: awkward },
  { name: 'sub/two.png', state: 'failed' },
  { name: 'three.png', state: 'open' },
  { name: 'four.png', text: '   ' },
  { name: 'five.png', text: '- a list\n- of two', edited: true },
];

function jsonLinesOf(text: string): Record<string, unknown>[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>);
}

function csvOf(text: string): Record<string, string>[] {
  return parse<Record<string, string>>(text, { columns: true, relax_column_count: false });
}

test('JSON Lines have the described pictures in the order of the run, and nobody else', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'out.jsonl');
  const report = await exportRun('jsonl', runOf(folder, mixed), target, exportOptions());
  const records = jsonLinesOf(await textOf(folder, 'out.jsonl'));
  expect(records.map(({ file, text, edited }) => ({ file, text, edited }))).toEqual([
    { file: 'one.png', text: awkward, edited: false },
    { file: 'five.png', text: '- a list\n- of two', edited: true },
  ]);
  expect(records[0]).toMatchObject({
    model: 'eye-1-2026',
    width: 40,
    height: 30,
    usage: { inputTokens: 100 },
  });
  expect(report).toMatchObject({ described: 2, open: 1, written: 1 });
  expect(report.leftOut.map(({ name }) => name)).toEqual(['sub/two.png', 'four.png']);
});

test('JSON Lines list failed pictures where they stand, with an error and no text, only if asked', async () => {
  const folder = await temporaryFolder();
  const options = exportOptions({ includeFailed: true });
  await exportRun('jsonl', runOf(folder, mixed), path.join(folder, 'out.jsonl'), options);
  const records = jsonLinesOf(await textOf(folder, 'out.jsonl'));
  expect(records.map(({ file }) => file)).toEqual(['one.png', 'sub/two.png', 'five.png']);
  expect(records[1]).toMatchObject({ error: { code: 'providerFailed' } });
  expect(records[1]).not.toHaveProperty('text');
});

test('half of a character, which some readers refuse a whole file for, is in no JSON', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [
    { name: 'cut.png', text: 'cut \ud83d' },
    { name: 'whole.png', text: 'whole \ud83d\ude00, and words: \\ud83d' },
  ]);
  for (const format of ['jsonl', 'huggingface', 'coco'] as const) {
    await exportRun(format, run, path.join(folder, format), exportOptions());
    const text = await textOf(folder, format);
    expect(text).not.toMatch(/(?<!\\)\\ud/);
    expect(text).toContain('"cut \ufffd"');
    expect(text).toContain('"whole \ud83d\ude00, and words: \\\\ud83d"');
  }
});

test('a column that is called like a part of every object is empty where the answer has none', async () => {
  const folder = await temporaryFolder();
  const asked: typeof structuredQuestion = {
    ...structuredQuestion,
    schema: { name: 'odd', schema: { type: 'object', properties: { constructor: { type: 'string' } } } },
  };
  await exportRun(
    'jsonl',
    runOf(folder, [{ name: 'one.png', text: '{}', columns: {} }], asked),
    path.join(folder, 'out.jsonl'),
    exportOptions(),
  );
  expect(jsonLinesOf(await textOf(folder, 'out.jsonl'))[0]).toHaveProperty('constructor', null);
});

test('CSV is read back by a CSV library, cell by cell', async () => {
  const folder = await temporaryFolder();
  await exportRun('csv', runOf(folder, mixed), path.join(folder, 'out.csv'), exportOptions());
  const text = await textOf(folder, 'out.csv');
  const rows = csvOf(text);
  expect(rows.map(({ file, text }) => [file, text])).toEqual([
    ['one.png', awkward],
    ['five.png', '- a list\n- of two'],
  ]);
  expect(rows[0]).toMatchObject({ model: 'eye-1-2026', edited: 'false', width: '40', inputTokens: '100' });
  // RFC 4180: each record ends with CRLF, and there is no mark before the first.
  expect(text.startsWith('"file"')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
});

test('CSV keeps a cell that begins like a formula as it is and says so; for a spreadsheet it is made harmless', async () => {
  const folder = await temporaryFolder();
  const cells = ['=HYPERLINK("http://x")', '+1', '- a', '@home', 'plain'];
  const run = runOf(
    folder,
    cells.map((text, at) => ({ name: `${at}.png`, text })),
  );
  const plain = await exportRun('csv', run, path.join(folder, 'plain.csv'), exportOptions());
  expect(csvOf(await textOf(folder, 'plain.csv')).map(({ text }) => text)).toEqual(cells);
  expect(plain.notes).toEqual([expect.stringContaining('4 cells begin with')]);

  const options = exportOptions({ forSpreadsheet: true });
  const safe = await exportRun('csv', run, path.join(folder, 'safe.csv'), options);
  const text = await textOf(folder, 'safe.csv');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const expected = cells.map(cell => (cell === 'plain' ? cell : `'${cell}`));
  expect(csvOf(text.slice(1)).map(({ text }) => text)).toEqual(expected);
  expect(safe.notes).toEqual([]);
});

const structured: PictureSpec[] = [
  {
    name: 'one.png',
    text: '{"caption":"A cat","tags":["cat","sofa"],"text":"EXIT"}',
    columns: { caption: 'A cat', tags: ['cat', 'sofa'], text: 'EXIT' },
  },
  { name: 'two.png', text: '{"caption":"A dog"}', columns: { caption: 'A dog' } },
];

test('columns of a structured answer become columns and fields; a name that is taken gets another', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, structured, structuredQuestion);
  await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  const rows = csvOf(await textOf(folder, 'out.csv'));
  expect(rows[0]).toMatchObject({ caption: 'A cat', tags: '["cat","sofa"]', answer_text: 'EXIT' });
  expect(rows[1]).toMatchObject({ caption: 'A dog', tags: '', answer_text: '' });

  await exportRun('jsonl', run, path.join(folder, 'out.jsonl'), exportOptions());
  const [first, second] = jsonLinesOf(await textOf(folder, 'out.jsonl'));
  expect(first).toMatchObject({
    text: structured[0]?.text,
    caption: 'A cat',
    tags: ['cat', 'sofa'],
    answer_text: 'EXIT',
  });
  expect(second).toMatchObject({ caption: 'A dog', tags: null, answer_text: null });

  await exportRun('huggingface', run, path.join(folder, 'metadata.jsonl'), exportOptions());
  expect(jsonLinesOf(await textOf(folder, 'metadata.jsonl'))[0]).toEqual({
    file_name: 'one.png',
    text: 'A cat',
    caption: 'A cat',
    tags: ['cat', 'sofa'],
    answer_text: 'EXIT',
  });
});

test('what lies in an object of an answer has columns of its own in CSV, and stays an object in JSON Lines', async () => {
  const folder = await temporaryFolder();
  const properties = {
    size: { type: 'object', properties: { width: { type: 'number' }, note: { type: 'string' } } },
  };
  const form = { name: 'sizes', schema: { type: 'object', properties } };
  const columns = { size: { width: 3, note: '' } };
  const run = runOf(folder, [{ name: 'a.png', text: JSON.stringify(columns), columns }], {
    ...structuredQuestion,
    schema: form,
  });
  await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  expect(csvOf(await textOf(folder, 'out.csv'))[0]).toMatchObject({ 'size.width': '3', 'size.note': '' });
  await exportRun('jsonl', run, path.join(folder, 'out.jsonl'), exportOptions());
  expect(jsonLinesOf(await textOf(folder, 'out.jsonl'))[0]).toMatchObject(columns);
});

test('EXP-4: no control character or half of a surrogate pair cuts a cell of CSV, which a note says', async () => {
  const folder = await temporaryFolder();
  const columns = { caption: 'A\0 cat', tags: ['\0b'], text: '\u001b[31mEXIT' };
  const run = runOf(
    folder,
    [
      { name: 'one.png', text: JSON.stringify(columns), columns },
      { name: 'two.png', text: 'fine\tand\r\nwell', columns: { caption: 'half \ud83d' } },
    ],
    structuredQuestion,
  );
  const { notes } = await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  const text = await textOf(folder, 'out.csv');
  // eslint-disable-next-line no-control-regex -- these are looked for
  expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f]/);
  const rows = csvOf(text);
  expect(rows[0]).toMatchObject({
    caption: 'A\ufffd cat',
    tags: '["\\u0000b"]',
    answer_text: '\ufffd[31mEXIT',
  });
  expect(rows[1]).toMatchObject({ caption: 'half \ufffd' });
  expect(notes.join(' ')).toContain('2 rows contain control characters');
  if (readers.pandas.version !== undefined)
    expect(
      python(
        'import pandas, sys, json; print(json.dumps(pandas.read_csv(sys.argv[1])["caption"].tolist()))',
        path.join(folder, 'out.csv'),
      ),
    ).toEqual(['A\ufffd cat', 'half \ufffd']);
});

test('a structured answer is JSON on one line in JSON Lines and CSV', async () => {
  const folder = await temporaryFolder();
  const columns = { caption: 'A cat', tags: ['cat'], text: 'EXIT' };
  const run = runOf(
    folder,
    [{ name: 'one.png', text: JSON.stringify(columns, null, 2), columns }],
    structuredQuestion,
  );
  await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  await exportRun('jsonl', run, path.join(folder, 'out.jsonl'), exportOptions());
  const expected = JSON.stringify(columns);
  expect(csvOf(await textOf(folder, 'out.csv'))[0]?.text).toBe(expected);
  expect(jsonLinesOf(await textOf(folder, 'out.jsonl'))[0]?.text).toBe(expected);
});

test('EXP-2: two columns never get the same name, and a note says which have another', async () => {
  const folder = await temporaryFolder();
  const names = ['text', 'answer_text', 'model', 'file'];
  const columns = Object.fromEntries(names.map(name => [name, `The ${name}`]));
  const asked: typeof structuredQuestion = {
    ...structuredQuestion,
    schema: {
      name: 'odd',
      schema: {
        type: 'object',
        properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
      },
    },
  };
  const run = runOf(folder, [{ name: 'one.png', text: JSON.stringify(columns), columns }], asked);
  const expected = {
    answer_answer_text: 'The text',
    answer_text: 'The answer_text',
    answer_model: 'The model',
    answer_file: 'The file',
  };
  const note =
    'Fields with another name in this export: "text" is "answer_answer_text", "model" is "answer_model", "file" is "answer_file".';
  const csv = await exportRun('csv', run, path.join(folder, 'out.csv'), exportOptions());
  expect(csvOf(await textOf(folder, 'out.csv'))[0]).toMatchObject(expected);
  const jsonl = await exportRun('jsonl', run, path.join(folder, 'out.jsonl'), exportOptions());
  expect(jsonLinesOf(await textOf(folder, 'out.jsonl'))[0]).toMatchObject(expected);
  for (const { notes } of [csv, jsonl]) expect(notes).toEqual([note]);
});

test('Hugging Face metadata names pictures relative to itself', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [{ name: 'sub/one.png', text: 'A cat' }]);
  await exportRun('huggingface', run, path.join(folder, 'sub', 'metadata.jsonl'), exportOptions());
  expect(jsonLinesOf(await textOf(folder, 'sub/metadata.jsonl'))).toEqual([
    { file_name: 'one.png', text: 'A cat' },
  ]);
  const report = await exportRun(
    'huggingface',
    run,
    path.join(folder, 'else', 'metadata.jsonl'),
    exportOptions(),
  );
  expect(jsonLinesOf(await textOf(folder, 'else/metadata.jsonl'))[0]).toMatchObject({
    file_name: 'sub/one.png',
  });
  expect(report.notes.join()).toContain('Move the file to the folder of the run');
});

test('COCO captions hold to the schema of the format, and every annotation has its image', async () => {
  const folder = await temporaryFolder();
  await exportRun('coco', runOf(folder, mixed), path.join(folder, 'captions.json'), exportOptions());
  const document: unknown = JSON.parse(await textOf(folder, 'captions.json'));
  const validate = new Ajv({ allErrors: true }).compile(cocoCaptionSchema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(document).toMatchObject({
    images: [
      { id: 1, file_name: 'one.png', width: 40, height: 30 },
      { id: 5, file_name: 'five.png' },
    ],
    annotations: [
      { id: 1, image_id: 1, caption: awkward },
      { id: 5, image_id: 5, caption: '- a list\n- of two' },
    ],
  });
});

test('COCO captions are read by the reader of their makers', async ({ skip }) => {
  if (readers.pycocotools.version === undefined) return skip(readers.pycocotools.missing);
  const folder = await temporaryFolder();
  await exportRun('coco', runOf(folder, mixed), path.join(folder, 'captions.json'), exportOptions());
  const program = `
import sys, json, io, contextlib
from pycocotools.coco import COCO
with contextlib.redirect_stdout(io.StringIO()):
    coco = COCO(sys.argv[1])
print(json.dumps({coco.loadImgs(a["image_id"])[0]["file_name"]: a["caption"] for a in coco.dataset["annotations"]}))`;
  expect(python(program, path.join(folder, 'captions.json'))).toEqual({
    'one.png': awkward,
    'five.png': '- a list\n- of two',
  });
});

test('COCO captions of a run without a description are a whole document', async () => {
  const folder = await temporaryFolder();
  await exportRun('coco', runOf(folder, []), path.join(folder, 'captions.json'), exportOptions());
  expect(JSON.parse(await textOf(folder, 'captions.json'))).toMatchObject({ images: [], annotations: [] });
});

test('IMG-9: any legal name comes through JSON Lines, CSV, Hugging Face and COCO', async () => {
  const folder = await temporaryFolder();
  const run = runOf(
    folder,
    hardNames.map(name => ({ name, text: `Text of ${name}` })),
  );
  for (const [format, file] of [
    ['jsonl', 'out.jsonl'],
    ['csv', 'out.csv'],
    ['huggingface', 'metadata.jsonl'],
    ['coco', 'captions.json'],
  ] as const)
    await exportRun(format, run, path.join(folder, file), exportOptions());
  const pairs = hardNames.map(name => [name, `Text of ${name}`]);
  expect(jsonLinesOf(await textOf(folder, 'out.jsonl')).map(({ file, text }) => [file, text])).toEqual(pairs);
  expect(csvOf(await textOf(folder, 'out.csv')).map(({ file, text }) => [file, text])).toEqual(pairs);
  expect(
    jsonLinesOf(await textOf(folder, 'metadata.jsonl')).map(({ file_name, text }) => [file_name, text]),
  ).toEqual(pairs);
  const { images } = JSON.parse(await textOf(folder, 'captions.json')) as { images: { file_name: string }[] };
  expect(images.map(({ file_name }) => file_name)).toEqual(hardNames);
});

test('an error never becomes a description in any format', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [
    { name: 'good.png', text: 'Fine.', bytes: onePicture },
    { name: 'bad.png', state: 'failed', text: 'SECRET-FAULT left over' },
    { name: 'asking.png', state: 'asking', text: 'SECRET-FAULT half' },
  ]);
  const pictures = ['good.png', 'bad.png', 'asking.png'];
  await writePictures(folder, pictures);
  for (const [format, target] of [
    ['jsonl', 'o/out.jsonl'],
    ['csv', 'o/out.csv'],
    ['markdown', 'o/out.md'],
    ['huggingface', 'o/metadata.jsonl'],
    ['coco', 'o/captions.json'],
    ['txt', '.'],
    ['caption', '.'],
    ['xmp', '.'],
    ['xmpCopies', 'copies'],
  ] as const)
    await exportRun(format, run, path.join(folder, target), exportOptions());
  const contents = Object.entries(await contentsOf(folder)).filter(
    ([name]) => !name.endsWith('.manifest.json') && !pictures.includes(name),
  );
  expect(contents.length).toBeGreaterThan(7);
  for (const [name, content] of contents) expect(content, name).not.toContain('SECRET-FAULT');
  expect(contents.map(([name]) => name).filter(name => /bad|asking/.test(name))).toEqual([]);
});

test('the same results give the same bytes, however long the answers took', async () => {
  const folder = await temporaryFolder();
  const once = mixed.map(spec => ({ ...spec, answeredAt: 1, seconds: 1, notes: [] }));
  const again = mixed.map(spec => ({ ...spec, answeredAt: 2, seconds: 2, notes: ['Asked twice.'] }));
  for (const [name, specs] of [
    ['one', once],
    ['two', again],
  ] as const)
    for (const [format, file] of [
      ['jsonl', 'out.jsonl'],
      ['csv', 'out.csv'],
      ['markdown', 'out.md'],
      ['coco', 'captions.json'],
    ] as const)
      await exportRun(format, runOf(folder, specs), path.join(folder, name, file), exportOptions());
  expect(await contentsOf(path.join(folder, 'two'))).toEqual(await contentsOf(path.join(folder, 'one')));
  const detailed = exportOptions({ includeDetails: true });
  await exportRun('jsonl', runOf(folder, again), path.join(folder, 'details.jsonl'), detailed);
  expect(jsonLinesOf(await textOf(folder, 'details.jsonl'))[0]).toMatchObject({
    answeredAt: '1970-01-01T00:00:00.002Z',
    seconds: 2,
    notes: ['Asked twice.'],
  });
});

test('a file that Sightline did not write, or that was edited, is replaced only where that was said', async () => {
  const folder = await temporaryFolder();
  const target = path.join(folder, 'out.csv');
  const files = exportOptions().files;
  await files.write(target, Buffer.from('mine'));
  const run = runOf(folder, mixed);
  await expect(exportRun('csv', run, target, exportOptions())).rejects.toThrow('Sightline did not write it');
  expect(await textOf(folder, 'out.csv')).toBe('mine');
  expect(await exportRun('csv', run, target, exportOptions({ replace: true }))).toMatchObject({
    replaced: 0,
  });
  // Its own, it replaces.
  run.texts[0] = 'Another text';
  expect(await exportRun('csv', run, target, exportOptions())).toMatchObject({ written: 1, replaced: 1 });
  expect(await textOf(folder, 'out.csv')).toContain('Another text');
  await files.write(target, Buffer.concat([await readFile(target), Buffer.from('mine too')]));
  await expect(exportRun('csv', run, target, exportOptions())).rejects.toThrow('was changed since');
});
