import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sha256Of } from '../../../src/base/node/hash.ts';
import { Collector, type CollectionEnd } from '../../../src/queue/collectRun.ts';
import { QueueDatabase } from '../../../src/queue/queueDatabase.ts';
import { queuedRunId } from '../../../src/queue/queuePlaces.ts';
import type { QueuedRun } from '../../../src/queue/queuedRun.ts';
import { QueueWorker, type QueueWorkerParts } from '../../../src/queue/queueWorker.ts';
import { RunInQueue } from '../../../src/queue/runInQueue.ts';
import type { RunQuestion } from '../../../src/runs/runQuestion.ts';
import type { RunRecord } from '../../../src/runs/runRecord.ts';
import { nodePictureFiles } from '../../../src/runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../../src/runs/scan/scanPictures.ts';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';
import { makePictures } from '../../endurance/makePictures.ts';
import { answerIn, requestContent, startTestProvider, type TestProvider } from '../testProvider.ts';

/** What a test of a queue works with, all within its own process. */
export interface QueueWorld extends AsyncDisposable {
  database: QueueDatabase;
  provider: TestProvider;
  /** The folder with the pictures. */
  pictures: string;
  question: RunQuestion;
  /** Puts the pictures in, collects the answers until the end, and takes the run out. */
  describe: (
    options?: DescribeOptions,
  ) => Promise<{ record: RunRecord; end: CollectionEnd; run: RunInQueue }>;
  /** Starts a worker of its own; `end` lets it finish. */
  worker: (parts?: Partial<QueueWorkerParts>) => {
    end: () => Promise<void>;
    ended: Promise<void>;
    notes: string[];
  };
  open: () => Promise<QueueDatabase>;
}

export interface DescribeOptions extends Partial<Pick<QueuedRun, 'cap' | 'price' | 'retries'>> {
  perMinute?: number;
  signal?: AbortSignal;
  /** Folder of the answers; a fresh one unless said otherwise. */
  state?: string;
}

/** Makes `count` pictures, and a provider that answers about them. */
export async function queueWorld(address: string, count: number): Promise<QueueWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-queue-'));
  const pictures = path.join(folder, 'pictures');
  await makePictures(pictures, count);
  const provider = await startTestProvider();
  provider.script(({ body }) => {
    const mark = sha256Of(requestContent(body).images[0] ?? '').slice(0, 12);
    return answerIn('chat.completions', [`A picture with the mark ${mark}.`], { stream: true });
  });
  const database = await QueueDatabase.open(address);
  const others: QueueDatabase[] = [];
  const workers = new Set<() => Promise<void>>();
  const question: RunQuestion = {
    prompt: 'Describe the image.',
    provider: provider.url,
    origin: new URL(provider.url).origin,
    model: 'test-model',
    api: 'chat.completions',
    parameters: {},
    image: { maxSide: 2048 },
  };
  const open = async (): Promise<QueueDatabase> => {
    const other = await QueueDatabase.open(address, { hasty: true });
    others.push(other);
    return other;
  };
  return {
    database,
    provider,
    pictures,
    question,
    open,
    describe: async ({ perMinute, signal = new AbortController().signal, state, ...limits } = {}) => {
      const files = nodePictureFiles();
      const found = await scanPictures(files, [pictures], { signal });
      const store = openRunStore(state ?? path.join(folder, `state-${Math.random()}`));
      const record = await store.create({
        title: 'pictures',
        question,
        pictures: found.pictures,
        skipped: [],
      });
      const spec: QueuedRun = {
        title: 'pictures',
        question,
        provider: provider.url,
        folder: pictures,
        timeoutMs: 60_000,
        ...limits,
      };
      const run = await RunInQueue.take(database, queuedRunId(question, [pictures]), spec);
      const collector = new Collector({ queue: run, record, signal, patiently, onSettled: () => undefined });
      await collector.take();
      const open = record.rows.filter(row => row.state === 'open').map(({ picture }) => picture);
      await run.open(spec, open, { known: [], perMinute, signal });
      const end = await collector.untilDone();
      run.release();
      await record.close();
      return { record, end, run };
    },
    worker: parts => {
      const ender = new AbortController();
      const notes: string[] = [];
      const worker = new QueueWorker({
        database,
        signal: ender.signal,
        most: 8,
        patiently,
        prepare: () =>
          Promise.resolve({
            destination: () => ({ label: 'Test', baseURL: provider.url, api: 'chat.completions' }),
            locate: ({ name }) => path.join(pictures, name),
            files: nodePictureFiles(),
          }),
        onResult: () => undefined,
        note: message => notes.push(message),
        ...parts,
      });
      const working = worker.work();
      // Whoever ends it is told; until then it is nobody's unhandled rejection.
      working.catch(() => undefined);
      const end = async (): Promise<void> => {
        workers.delete(end);
        ender.abort();
        await working;
      };
      workers.add(end);
      return { end, ended: working, notes };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled([...workers].map(end => end()));
      await Promise.all([database, ...others].map(one => one.close()));
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for nothing: what fails is to be seen. */
export const patiently = <T>(work: () => Promise<T>): Promise<T> => work();
