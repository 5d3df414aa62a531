import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { countStates } from '../../../src/runs/countStates.ts';
import type { RunRecord } from '../../../src/runs/runRecord.ts';
import type { RowState } from '../../../src/runs/runRow.ts';
import type { RunPicture } from '../../../src/runs/runPicture.ts';
import type { RunQuestion } from '../../../src/runs/runQuestion.ts';
import { askPictureBy } from '../../../src/runs/running/askPictureBy.ts';
import { PictureRun, type PictureRunParts } from '../../../src/runs/running/pictureRun.ts';
import { nodePictureFiles } from '../../../src/runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';
import { png, solid, type Colour } from '../pictures.ts';

/** A question to the test provider. */
export function runQuestion(url: string, more: Partial<RunQuestion> = {}): RunQuestion {
  return {
    prompt: 'What colour is it?',
    provider: 'test',
    origin: new URL(url).origin,
    model: 'test-model',
    api: 'chat.completions',
    parameters: {},
    image: { maxSide: 2048 },
    ...more,
  };
}

/** A run with its files, on a folder of its own. */
export interface RunFolder {
  run: PictureRun;
  record: RunRecord;
  /** Where a picture lies. */
  file: (name: string) => string;
  /** Another run that asks the same question about the same pictures. */
  sameAgain: () => Promise<Pick<RunFolder, 'run' | 'record'>>;
}

/** How a run of a test differs from the usual. */
export interface RunFolderOptions extends Partial<Omit<PictureRunParts, 'record'>> {
  question?: Partial<RunQuestion>;
}

/**
 * Makes runs on temporary folders, with a real store and real files, that ask the provider at `url()`; what was made is
 * gone after the test. Waiting takes no time: the clock jumps.
 */
export function useRunFolders(
  url: () => string,
): (pictures: Record<string, Uint8Array>, options?: RunFolderOptions) => Promise<RunFolder> {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  return async (pictures, { question, ...parts } = {}) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-run-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const file = (name: string): string => path.join(folder, 'pictures', name);
    await mkdir(path.join(folder, 'pictures'));
    const found: RunPicture[] = [];
    for (const [name, bytes] of Object.entries(pictures)) {
      await writeFile(file(name), bytes);
      const { size, mtimeMs } = await stat(file(name));
      found.push({ location: file(name), name, byteLength: size, modifiedAt: mtimeMs });
    }
    const store = openRunStore(path.join(folder, 'state'));
    const make = async (more: typeof parts): Promise<Pick<RunFolder, 'run' | 'record'>> => {
      const record = await store.create({
        title: 'pictures',
        question: runQuestion(url(), question),
        pictures: found,
        skipped: [],
      });
      undo.push(() => record.close());
      const usual = { files: nodePictureFiles(), ask: askTestProvider(url()), most: () => 4 };
      return { record, run: new PictureRun({ record, ...usual, ...jumpingClock(), ...more }) };
    };
    return { ...(await make(parts)), file, sameAgain: () => make({}) };
  };
}

/** How many rows of a run are in a state. */
export function count({ rows }: Pick<RunRecord, 'rows'>, state: RowState): number {
  return countStates(rows)[state];
}

/** Asks the provider at `url`. */
export function askTestProvider(url: string): PictureRunParts['ask'] {
  return askPictureBy(() => ({
    label: 'Test Provider',
    baseURL: url,
    api: 'chat.completions',
    apiKey: 'sk-test-0123456789abcdef',
  }));
}

/** A clock that goes as the real one does, and jumps over every wait. */
export function jumpingClock(): {
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  random: () => number;
  /** How long the waits would have been, in milliseconds. */
  waits: number[];
} {
  let ahead = 0;
  const waits: number[] = [];
  return {
    now: () => Date.now() + ahead,
    sleep: milliseconds => {
      waits.push(milliseconds);
      ahead += milliseconds;
      return Promise.resolve();
    },
    random: () => 0,
    waits,
  };
}

/** Pictures that differ, `1.png` and so on. */
export async function differentPictures(count: number): Promise<Record<string, Buffer>> {
  const names = Array.from({ length: count }, (_, index) => index);
  const files = names.map(async index => {
    const colour: Colour = [index % 256, (index * 7) % 256, Math.floor(index / 256)];
    return [`${index + 1}.png`, await png(solid(8, 8, colour))] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}
