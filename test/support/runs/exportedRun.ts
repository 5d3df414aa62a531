/** Runs for the tests of exports, with real pictures in a real folder. */
import { JSDOM } from 'jsdom';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ExportedRun, ExportOptions } from '../../../src/runs/exports/exportOptions.ts';
import { nodeExportFiles } from '../../../src/runs/exports/nodeExportFiles.ts';
import type { RunQuestion } from '../../../src/runs/runQuestion.ts';
import type { Description, RowFailure, RunRow } from '../../../src/runs/runRow.ts';
import { png, red, solid } from '../pictures.ts';

export const question: RunQuestion = {
  prompt: 'Describe the image.',
  provider: 'test',
  origin: 'http://127.0.0.1:1',
  model: 'eye-1',
  api: 'responses',
  parameters: { temperature: 0 },
  image: { maxSide: 1024 },
};

/** A question whose answers have a caption, tags and the text in the picture. */
export const structuredQuestion: RunQuestion = {
  ...question,
  schema: {
    name: 'picture',
    schema: {
      type: 'object',
      properties: {
        caption: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        text: { type: 'string' },
      },
    },
  },
};

export const failure: RowFailure = {
  code: 'providerFailed',
  message: 'SECRET-FAULT: the provider answered 500.',
};

/** A picture of a run: its description, or how else it stands. */
export interface PictureSpec extends Partial<
  Pick<Description, 'columns' | 'answeredAt' | 'seconds' | 'notes' | 'findings'>
> {
  name: string;
  text?: string;
  state?: RunRow['state'];
  edited?: boolean;
  bytes?: Uint8Array;
}

/** A run whose texts can be changed. */
export type TestRun = ExportedRun & { texts: (string | undefined)[]; rows: RunRow[] };

/** A run over pictures in a folder. */
export function runOf(folder: string, specs: readonly PictureSpec[], asked: RunQuestion = question): TestRun {
  const texts = specs.map(({ text }) => text);
  const rows = specs.map(({ name, state = 'described', edited = false, bytes }, index): RunRow => ({
    index,
    picture: { location: path.join(folder, ...name.split('/')), name, byteLength: 10, modifiedAt: 0 },
    state,
    sha256: createHash('sha256')
      .update(bytes ?? name)
      .digest('hex'),
    ...(state === 'failed' ? { failure } : {}),
    edited,
    accepted: false,
  }));
  const run: TestRun = {
    title: 'Holiday',
    question: asked,
    rows,
    texts,
    description: index => {
      const text = texts[index];
      const {
        columns,
        findings,
        answeredAt = 1_700_000_000_000,
        seconds = 1.5,
        notes = [],
      } = specs[index] ?? {};
      if (text === undefined) return Promise.resolve(undefined);
      const size = { width: 40, height: 30 };
      return Promise.resolve({
        text,
        answered: text,
        ...(columns === undefined ? {} : { columns }),
        ...(findings === undefined ? {} : { findings }),
        model: 'eye-1-2026',
        usage: { inputTokens: 100, outputTokens: 20 },
        seconds,
        answeredAt,
        ...size,
        notes,
      });
    },
    // Also where a test reads its run in another way.
    descriptions: indices => Promise.all(indices.map(index => run.description(index))),
  };
  return run;
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A small picture, and its bytes. */
export const onePicture = await png(solid(40, 30, red));

/** Files with one picture each. */
export async function writePictures(
  folder: string,
  names: readonly string[],
  bytes = onePicture,
): Promise<void> {
  for (const name of names) {
    const file = path.join(folder, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** Options that write to this machine. */
export function exportOptions(rest: Partial<ExportOptions> = {}): ExportOptions {
  return {
    files: nodeExportFiles(),
    toolVersion: '0.2.0',
    readPicture: row => readFile(row.picture.location),
    now: () => new Date('2026-01-02T03:04:05Z'),
    ...rest,
  };
}

/** The text of a file in a folder. */
export function textOf(folder: string, name: string): Promise<string> {
  return readFile(path.join(folder, ...name.split('/')), 'utf8');
}

/** All files under a folder with their contents in Latin-1, to compare two folders byte for byte. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async file => [path.relative(folder, file), await readFile(file, 'latin1')] as const),
  );
  return Object.fromEntries(contents.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** All that comes of something that comes bit by bit. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A document as an XML parser reads it; where it is not well-formed, that is an error. */
export function xmlOf(text: string): Document {
  // The browser's global, which the declarations of the tests' window leave out.
  const { DOMParser: Parser } = new JSDOM('').window as unknown as { DOMParser: typeof DOMParser };
  const document = new Parser().parseFromString(text, 'text/xml');
  const error = document.querySelector('parsererror');
  if (error !== null) throw new Error(error.textContent);
  return document;
}

/** Legal names that get lost where a path is taken for anything but a path (IMG-9). */
export const hardNames = [
  'a b.png',
  'test-%41.png',
  'test-A.png',
  'x#1.png',
  ...(process.platform === 'win32'
    ? []
    : ['q?.png', 'two\nlines.png', '"quoted" \'twice\'.png', 'back\\slash|*.png']),
  '写真.png',
  'cafe\u0301.png',
  '=1+1,(2)[3].png',
  '-dash_and_dash_.png',
];
