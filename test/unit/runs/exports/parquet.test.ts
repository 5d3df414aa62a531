import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { parquetFile } from '../../../../src/runs/exports/parquet/parquetFile.ts';
import { writeWhole } from '../../../../src/base/node/writeWhole.ts';
import {
  exportOptions,
  question,
  runOf,
  temporaryFolder,
  type PictureSpec,
} from '../../../support/runs/exportedRun.ts';
import { someFindings } from '../../../support/someFindings.ts';

let duckdb: DuckDBConnection;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  duckdb = await instance.connect();
});

/** What DuckDB reads of a file, as JSON has it. */
async function read(sql: string, file: string): Promise<Record<string, unknown>[]> {
  const result = await duckdb.runAndReadAll(sql.replace('FILE', `'${file.replaceAll("'", "''")}'`));
  return result.getRowObjectsJson();
}

async function typesIn(file: string): Promise<Record<string, unknown>> {
  const columns = await read('DESCRIBE SELECT * FROM FILE', file);
  return Object.fromEntries(
    columns.map(({ column_name, column_type }) => [String(column_name), column_type]),
  );
}

const typedQuestion = {
  ...question,
  schema: {
    name: 'typed',
    schema: {
      type: 'object',
      properties: {
        caption: { type: 'string' },
        people: { type: 'integer' },
        sharpness: { type: ['number', 'null'] },
        outdoors: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
        tags: { type: 'array', items: { type: 'string' } },
        season: { enum: ['summer', 'winter'] },
        size: { type: 'object', properties: { wide: { type: 'number' } } },
        parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        model: { type: 'string' },
      },
    },
  },
};

const awkward = 'A "red" square,\r\nthen;\na line\twith 日本 and e\u0301 🐈';

test('DuckDB reads a run back: every row in order, every column with its type', async () => {
  const folder = await temporaryFolder();
  const specs: PictureSpec[] = [
    {
      name: 'sub/日本 1.png',
      text: '{}',
      edited: true,
      columns: {
        caption: awkward,
        people: 9_007_199_254_740_991,
        sharpness: 0.5,
        outdoors: true,
        tags: ['red', '', '🐈'],
        season: 'summer',
        size: { wide: 2 },
        parts: [{ name: 'roof' }],
        model: 'T',
      },
    },
    { name: 'failed.png', state: 'failed' },
    {
      name: 'empty.png',
      text: '{}',
      columns: { caption: 'cut \ud83d', sharpness: null, outdoors: null, tags: [] },
    },
  ];
  const file = path.join(folder, 'out.parquet');
  const report = await exportRun('parquet', runOf(folder, specs, typedQuestion), file, exportOptions());
  expect(report).toMatchObject({ described: 2, written: 1, failed: [] });
  expect(report.notes).toEqual([expect.stringContaining('answer_model')]);
  expect(await typesIn(file)).toEqual({
    file: 'VARCHAR',
    text: 'VARCHAR',
    caption: 'VARCHAR',
    people: 'BIGINT',
    sharpness: 'DOUBLE',
    outdoors: 'BOOLEAN',
    tags: 'VARCHAR[]',
    season: 'VARCHAR',
    'size.wide': 'DOUBLE',
    parts: 'JSON',
    answer_model: 'VARCHAR',
    model: 'VARCHAR',
    edited: 'BOOLEAN',
    accepted: 'BOOLEAN',
    width: 'INTEGER',
    height: 'INTEGER',
    sha256: 'VARCHAR',
    inputTokens: 'BIGINT',
    outputTokens: 'BIGINT',
  });
  const [first, second] = await read('SELECT * FROM FILE', file);
  expect(first).toMatchObject({
    file: 'sub/日本 1.png',
    caption: awkward,
    people: '9007199254740991',
    sharpness: 0.5,
    outdoors: true,
    tags: ['red', '', '🐈'],
    season: 'summer',
    'size.wide': 2,
    parts: '[{"name":"roof"}]',
    answer_model: 'T',
    model: 'eye-1-2026',
    edited: true,
    width: 40,
    inputTokens: '100',
  });
  expect(second).toMatchObject({
    file: 'empty.png',
    caption: 'cut \ufffd',
    people: null,
    sharpness: null,
    outdoors: null,
    tags: [],
    season: null,
    parts: null,
    edited: false,
  });
});

test('a value that does not fit its column leaves the cell empty, and the report says so', async () => {
  const folder = await temporaryFolder();
  const columns = { people: 'two', tags: ['a', 1], caption: 3, sharpness: 'high' };
  const run = runOf(folder, [{ name: 'a.png', text: '{}', columns }], typedQuestion);
  const file = path.join(folder, 'out.parquet');
  const report = await exportRun('parquet', run, file, exportOptions());
  expect(report.notes).toContainEqual(expect.stringContaining('does not fit'));
  expect(await read('SELECT people, tags, caption, sharpness, text FROM FILE', file)).toEqual([
    { people: null, tags: ['a', '1'], caption: '3', sharpness: null, text: JSON.stringify(columns) },
  ]);
});

test('details are times and lists, and detections lists of what was recognized, with boxes', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [
    { name: 'a.png', text: 'A', findings: someFindings(), notes: ['one', 'two'] },
    { name: 'b.png', text: 'B' },
  ]);
  const file = path.join(folder, 'out.parquet');
  const lines = path.join(folder, 'out.jsonl');
  const options = exportOptions({ includeDetails: true });
  await exportRun('parquet', run, file, options);
  await exportRun('jsonl', run, lines, options);
  expect(await typesIn(file)).toMatchObject({
    answeredAt: 'TIMESTAMP',
    seconds: 'DOUBLE',
    notes: 'VARCHAR[]',
    objects: 'STRUCT("label" VARCHAR, score DOUBLE, bbox DOUBLE[])[]',
  });
  const [first, second] = await read(
    'SELECT epoch_ms(answeredAt) AS at, notes, objects, faces, textLines, codes FROM FILE',
    file,
  );
  const [line = ''] = (await readFile(lines, 'utf8')).split('\n');
  const { objects, faces, textLines, codes } = JSON.parse(line) as Record<string, unknown>;
  expect(objects).not.toEqual([]);
  expect(first).toEqual({ at: '1700000000000', notes: ['one', 'two'], objects, faces, textLines, codes });
  expect(second).toMatchObject({ notes: [], objects: null });
});

test('a run without descriptions is a table without rows', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'out.parquet');
  await exportRun('parquet', runOf(folder, [{ name: 'a.png', state: 'open' }]), file, exportOptions());
  expect(await read('SELECT count(*) AS rows FROM FILE', file)).toEqual([{ rows: '0' }]);
});

test('many rows are written in groups, each gone before the next is made', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'many.parquet');
  const [parts, together] = [300, 100];
  let asked = 0;
  const rows = async function* (): AsyncGenerator<unknown[][], void, undefined> {
    for (let part = 0; part < parts; part++) {
      asked++;
      yield await Promise.resolve(
        Array.from({ length: together }, (_, at) => [`${part * together + at}`.repeat(20)]),
      );
    }
  };
  const askedAt: number[] = [];
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of parquetFile([{ name: 'text', type: 'text' }], rows())) {
      askedAt.push(asked);
      yield piece;
    }
  };
  await writeWhole(file, pieces());
  // The first group is out before the last third of the rows was asked for.
  expect(askedAt[0]).toBeLessThanOrEqual(100);
  expect(await read('SELECT count(DISTINCT text) AS texts FROM FILE', file)).toEqual([
    { texts: `${parts * together}` },
  ]);
  const [groups] = await read('SELECT max(row_group_id) AS last FROM parquet_metadata(FILE)', file);
  expect(Number(groups?.last)).toBe(2);
});
