import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { batchTerms } from '../../../../src/inference/batches/batchProviders.ts';
import { originOf } from '../../../../src/base/address.ts';
import { BatchRun, type BatchRunOptions } from '../../../../src/runs/batch/batchRun.ts';
import type { PictureFiles } from '../../../../src/runs/runPicture.ts';
import type { RunQuestion } from '../../../../src/runs/runQuestion.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { png, solid, type Colour } from '../../../support/pictures.ts';
import { BatchDesk } from '../../../support/provider/batchDesk.ts';
import { testKey, useTestProvider } from '../../inference/providerTest.ts';

export const provider = useTestProvider();

/** The provider's files and batches, fresh for each test. */
export let desk: BatchDesk;
let folder: string;
let closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  desk = new BatchDesk();
  folder = await mkdtemp(join(tmpdir(), 'sightline-batch-'));
});

afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
  await rm(folder, { recursive: true });
});

/** The folder of runs' files. */
export function runsFolder(): string {
  return join(folder, 'runs');
}

/** Files of this disk. */
export const files: PictureFiles = {
  stat: () => Promise.resolve(undefined),
  list: () => Promise.resolve([]),
  realName: location => Promise.resolve(location),
  read: location => readFile(location),
};

export const red: Colour = [220, 30, 30];
export const green: Colour = [30, 160, 50];
export const blue: Colour = [30, 60, 220];

/** A run about pictures, each of one colour; a text is a file that is no picture. */
export async function runAbout(
  pictures: readonly (Colour | string)[],
  more: Partial<RunQuestion> = {},
): Promise<RunRecord> {
  const listed = await Promise.all(
    pictures.map(async (picture, index) => {
      const name = `${index + 1}.png`;
      const bytes =
        typeof picture === 'string' ? Buffer.from(picture) : await png(solid(24, 16 + index, picture));
      const location = join(folder, name);
      await writeFile(location, bytes);
      return { location, name, byteLength: bytes.byteLength, modifiedAt: index };
    }),
  );
  const question: RunQuestion = {
    prompt: 'Which colour?',
    provider: 'test',
    origin: originOf(provider.url),
    model: 'test-model',
    api: 'responses',
    parameters: {},
    image: { maxSide: 64 },
    ...more,
  };
  const record = await openRunStore(folder).create({
    title: 'Test',
    question,
    pictures: listed,
    skipped: [],
  });
  closing.push(() => record.close());
  return record;
}

/** Opens the run's files anew, as another process would. */
export async function reopened(record: RunRecord): Promise<RunRecord> {
  await record.close();
  const again = await openRunStore(folder, { patience: 2000 }).open(record.id);
  closing.push(() => again.close());
  return again;
}

/** The run's batches; its pauses take no time, and each settles what the test wants settled. */
export async function batchesOf(
  record: RunRecord,
  {
    onSleep,
    ...more
  }: Partial<BatchRunOptions> & { onSleep?: (milliseconds: number) => void | Promise<void> } = {},
): Promise<BatchRun> {
  const run = await BatchRun.open({
    record,
    files,
    destination: { label: 'Test Provider', baseURL: provider.url, apiKey: testKey },
    limits: batchTerms({ id: 'openai' }).limits,
    folder: runsFolder(),
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      await onSleep?.(milliseconds);
      signal?.throwIfAborted();
    },
    ...more,
  });
  closing.push(() => run.close());
  return run;
}

/** The rows' states in their order. */
export function states({ rows }: RunRecord): string[] {
  return rows.map(({ state }) => state);
}

/** The rows' texts in their order. */
export function texts(record: RunRecord): Promise<(string | undefined)[]> {
  return Promise.all(record.rows.map(async ({ index }) => (await record.description(index))?.text));
}
