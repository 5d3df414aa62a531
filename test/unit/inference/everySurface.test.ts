import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer as askByCommand } from '../../../src/cli/asking/answer.ts';
import type { Target } from '../../../src/cli/asking/target.ts';
import { describeOneByOne } from '../../../src/cli/describing/oneByOne.ts';
import type { Session } from '../../../src/cli/session.ts';
import { ConversationStore } from '../../../src/editor/conversation/conversationStore.ts';
import { EntryRunner, type EntryRunnerParts } from '../../../src/editor/conversation/entryRunner.ts';
import { SightlineError } from '../../../src/base/errors.ts';
import { originOf } from '../../../src/base/address.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import { forgetLearned } from '../../../src/inference/api/learned.ts';
import { ask } from '../../../src/inference/ask.ts';
import { batchTerms } from '../../../src/inference/batches/batchProviders.ts';
import { BatchRun } from '../../../src/runs/batch/batchRun.ts';
import { workThrough } from '../../../src/runs/batch/workThrough.ts';
import type { RunRecord } from '../../../src/runs/runRecord.ts';
import { askPictureBy } from '../../../src/runs/running/askPictureBy.ts';
import { PictureRun } from '../../../src/runs/running/pictureRun.ts';
import { nodePictureFiles } from '../../../src/runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';
import { freshCli } from '../../support/cliProcess.ts';
import { png, red, solid } from '../../support/pictures.ts';
import { BatchDesk } from '../../support/provider/batchDesk.ts';
import { serverForms, type ServerForm } from '../../support/provider/serverForms.ts';
import { jumpingClock, runQuestion } from '../../support/runs/runFolder.ts';
import { destination, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const { signal } = new AbortController();
const prompt = 'Describe the image.';

/** What a surface shows in the end. */
interface Shown {
  state: 'answered' | 'failed' | 'pending';
  text?: string | undefined;
  /** Without the size of what was sent, which differs. */
  reason?: string | undefined;
}

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-surfaces-'));
  file = path.join(folder, 'red.png');
  await writeFile(file, await png(solid(200, 150, red)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const failed = (message: string | undefined): Shown => ({
  state: 'failed',
  reason: message?.replace(/ of \d+(?:\.\d+)? (?:bytes|KB|MB)/, ''),
});

const asShown = ({ text, error }: { text?: string; error?: { message: string } }): Shown =>
  error === undefined ? { state: 'answered', text } : failed(error.message);

function target(api: ApiFormat): Target {
  return {
    provider: { id: 'test', label: 'Test Provider' },
    model: 'm',
    timeoutMs: 60_000,
    image: {},
    destination: () => destination(provider.url, api),
  } as unknown as Target;
}

function session(
  result: (object: { text?: string; error?: { message: string } }) => void = () => undefined,
): Session {
  const nothing = (): void => undefined;
  const errorObject = ({ code, message }: SightlineError): object => ({ code, message });
  const out = { json: true, note: nothing, progress: nothing, error: nothing, errorObject, result };
  return { out, signal } as unknown as Session;
}

/** Every surface, asked about one image. */
const surfaces: Record<string, (form: ServerForm, api: ApiFormat) => Promise<Shown>> = {
  panel: async (_, api) => {
    const picture = await prepareImage(file, {});
    const store = new ConversationStore();
    const runner = new EntryRunner({
      store,
      pictures: { add: () => Promise.resolve('1'), get: () => Promise.resolve(undefined) },
      readFile: () => Promise.reject(new Error('no file')),
      imageOptions: () => ({}),
      chosenModel: () => ({ provider: { label: 'Test Provider' }, model: 'm' }),
      ask: (_chosen: unknown, _turns: unknown, options: object) =>
        ask(
          { model: 'm', turns: [{ role: 'user', text: prompt, images: [picture.dataUrl] }] },
          destination(provider.url, api),
          options,
        ),
      log: { error: () => undefined, warn: () => undefined },
      now: () => 0,
    } as unknown as EntryRunnerParts);
    const id = runner.add({ prompt, pictures: [] });
    const status = await runner.run(id);
    const entry = store.entry(id);
    return status === 'complete'
      ? { state: 'answered', text: entry?.text.trimEnd() }
      : failed(entry?.error?.message);
  },
  ask: async (_, api) => {
    const picture = await prepareImage(file, {});
    const { object, error } = await askByCommand(session(), target(api), {
      text: prompt,
      pictures: [picture],
    });
    return error === undefined ? { state: 'answered', text: object.text } : failed(error.message);
  },
  describe: async (_, api) => {
    let shown: Shown | undefined;
    const told = session(object => {
      shown = asShown(object);
    });
    await describeOneByOne(told, target(api), { files: [file], prompt });
    return shown ?? failed(undefined);
  },
  run: async (_, api) => {
    const record = await newRecord(api);
    const run = new PictureRun({
      record,
      files: nodePictureFiles(),
      ask: askPictureBy(() => destination(provider.url, api)),
      most: () => 4,
      ...jumpingClock(),
    });
    const ending = await run.start();
    return shownOf(record, ending === 'failed' ? run.failure?.message : undefined);
  },
  batch: async ({ status = 200, body }, api) => {
    provider.reset();
    const desk = new BatchDesk();
    provider.script(desk.script);
    const record = await newRecord(api);
    const run = await BatchRun.open({
      record,
      files: nodePictureFiles(),
      destination: { label: 'Test Provider', baseURL: provider.url, apiKey: testKey },
      limits: batchTerms({ id: 'openai' }).limits,
      folder: path.join(folder, 'state', 'runs'),
      // A batch holds a page as a text.
      sleep: () => desk.settle({ fate: () => ({ status, body: body as object }) }),
    });
    await workThrough(run, { signal });
    await run.close();
    return shownOf(record, undefined);
  },
};

async function newRecord(api: ApiFormat): Promise<RunRecord> {
  await rm(path.join(folder, 'state'), { recursive: true, force: true });
  return openRunStore(path.join(folder, 'state')).create({
    title: 'one',
    question: { ...runQuestion(provider.url, { api, model: 'm', prompt }), origin: originOf(provider.url) },
    pictures: [{ location: file, name: 'red.png', byteLength: 1, modifiedAt: 1 }],
    skipped: [],
  });
}

async function shownOf(record: RunRecord, stop: string | undefined): Promise<Shown> {
  const [row] = record.rows;
  const description = await record.description(0);
  await record.close();
  if (row?.state === 'described') return { state: 'answered', text: description?.text };
  if (row?.state === 'failed') return failed(row.failure?.message);
  return stop === undefined ? { state: 'pending' } : failed(stop);
}

test('the table has at least 60 forms, each with its source', () => {
  expect(serverForms.length).toBeGreaterThanOrEqual(60);
  expect(serverForms.filter(({ source }) => source === '')).toEqual([]);
});

test.each(serverForms)('ANS, REF: the same on every surface: $name', async form => {
  const { status, headers, body, api = 'chat.completions', expected, passes, stops } = form;
  const shown: Record<string, Shown> = {};
  for (const [name, surface] of Object.entries(surfaces)) {
    provider.reset();
    forgetLearned();
    provider.script(() => ({
      ...(status === undefined ? {} : { status }),
      headers: { 'content-type': 'application/json', ...headers },
      body: body as object,
    }));
    shown[name] = await surface(form, api);
  }
  const first = shown.ask;
  if ('text' in expected) expect(first).toEqual({ state: 'answered', text: expected.text });
  else expect(first).toEqual({ state: 'failed', reason: expect.stringContaining(expected.reason) as string });
  const { batch, ...live } = shown;
  expect(live).toEqual({ panel: first, ask: first, describe: first, run: first });
  // Nobody pays for a line that failed in passing: it is asked again. What stops a run is told beside it.
  if (passes === true) expect([{ state: 'pending' }, first]).toContainEqual(batch);
  else expect(batch).toEqual(first);
  expect(stops === true && first?.state === 'answered').toBe(false);
});

test('ANS-2: of several named files only a few are paid for where the model gets no image', async () => {
  provider.script(() => ({
    body: serverForms.find(({ name }) => name === 'no image came')?.body ?? {},
  }));
  await describeOneByOne(session(), target('chat.completions'), {
    files: Array.from({ length: 10 }, () => file),
    prompt,
  });
  expect(provider.requests).toHaveLength(3);
});

const inProcess = ['Kimi-VL', 'no image came', 'Azure, its filter'];

test('the same by the command line as a process of its own', async () => {
  const cli = await freshCli({ MINE_API_KEY: testKey });
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({
      id: 'mine',
      label: 'Test Provider',
      baseUrl: provider.url,
      keyVariable: 'MINE_API_KEY',
    }),
  );
  for (const name of inProcess) {
    const form = serverForms.find(one => one.name === name);
    if (form === undefined) throw new Error(name);
    const { status, headers, body, expected } = form;
    provider.reset();
    provider.script(() => ({
      ...(status === undefined ? {} : { status }),
      ...(headers ? { headers } : {}),
      body,
    }));
    const [object] = await cli.objects(['describe', file, '--provider', 'mine', '--model', 'm', '--json']);
    const shown = asShown(object as { text?: string; error?: { message: string } });
    if ('text' in expected) expect(shown).toEqual({ state: 'answered', text: expected.text });
    else {
      const reason: unknown = expect.stringContaining(expected.reason);
      expect(shown).toEqual({ state: 'failed', reason });
    }
  }
  await cli[Symbol.asyncDispose]();
});
