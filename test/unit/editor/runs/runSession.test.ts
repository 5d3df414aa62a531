import { expect, test } from 'vitest';
import { RunSamples } from '../../../../src/editor/runs/runSamples.ts';
import type { RunSession } from '../../../../src/editor/runs/runSession.ts';
import type { RunEnded } from '../../../../src/editor/runs/runSessionParts.ts';
import { SightlineError } from '../../../../src/base/errors.ts';
import { refusal, requestContent } from '../../../support/testProvider.ts';
import { useTestProvider } from '../../inference/providerTest.ts';
import { useSessionFolders, viewOf } from './sessions.ts';

const provider = useTestProvider();
const folderOf = useSessionFolders(() => provider.url);

/** Resolves when so many questions have arrived. */
function asked(count: number): Promise<void> {
  return until(() => provider.requests.length >= count);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5));
}

const prompts = (): string[] => provider.requests.map(({ body }) => requestContent(body).text);

test('a run begins with its sheet: what it is, what stays, where it goes', async () => {
  const { create, open } = await folderOf(3);
  const view = viewOf(open(await create()));
  expect(view).toMatchObject({
    title: 'pictures',
    phase: 'setup',
    provider: 'Test Provider',
    host: new URL(provider.url).host,
    offline: false,
    kinds: [['PNG', 3]],
    counts: { all: 3, open: 3, described: 0, reused: 0, skipped: 1 },
    spent: { inputTokens: 0, outputTokens: 0 },
  });
  expect(view.openBytes).toBeGreaterThan(0);
  expect(provider.requests).toHaveLength(0);
});

test('it runs to its end, which is told once with what it cost', async () => {
  const { create, open, notes } = await folderOf(3);
  const session = open(await create(), { priceOf: () => ({ input: 1, output: 10 }) });
  const ends: RunEnded[] = [];
  session.onEnd(ended => ends.push(ended));
  const running = session.start();
  expect(session.phase).toBe('running');
  await asked(1);
  expect(notes.interrupted).toEqual([{ id: session.record.id, title: 'pictures' }]);
  await running;
  expect(ends).toEqual([{ ending: 'done' }]);
  expect(viewOf(session)).toMatchObject({
    phase: 'done',
    counts: { described: 3, open: 0 },
    spent: { inputTokens: 36, outputTokens: 21, money: (36 + 210) / 1e6 },
    price: { input: 1, output: 10 },
  });
  expect(notes.interrupted).toEqual([]);
});

test('RATE-1: a wait is shown with how long it is', async () => {
  const { create, open } = await folderOf(3);
  provider.script(refusal(429, { message: 'Too fast' }, { 'retry-after': '50' }));
  const session = open(await create());
  void session.start();
  await until(() => session.view().waitSeconds !== undefined);
  const { waitSeconds, message } = viewOf(session);
  expect(waitSeconds).toBeGreaterThan(40);
  expect(waitSeconds).toBeLessThanOrEqual(50);
  expect(message).toContain('Too fast');
  session.pause();
  await until(() => session.phase === 'paused');
  expect(session.view().waitSeconds).toBeUndefined();
  await session.close();
});

/** Runs until four pictures are described, and closes the window while it asks about the fifth. */
async function closedAfterFour(session: RunSession): Promise<void> {
  const described = (): number => session.view().counts.described;
  provider.script(() => (provider.requests.length <= 4 ? undefined : { body: [{ hang: true }] }));
  void session.start();
  await until(() => described() === 4);
  await asked(5);
  await session.close();
  provider.reset();
}

test('a window that goes while a run works offers it again; what was described is not asked again', async () => {
  const { create, open, store, notes } = await folderOf(6);
  const record = await create();
  await closedAfterFour(open(record, { most: () => 1 }));
  expect(notes.interrupted).toEqual([{ id: record.id, title: 'pictures' }]);
  const again = open(await store.open(record.id));
  expect(viewOf(again)).toMatchObject({ phase: 'stopped', counts: { described: 4, open: 2 } });
  await again.start();
  expect(provider.requests).toHaveLength(2);
  expect(again.phase).toBe('done');
  expect(notes.interrupted).toEqual([]);
});

test('BATCH-1: a new run of the same folder asks for what is missing only, and keeps what was edited', async () => {
  const { create, open } = await folderOf(10);
  const first = open(await create(), { most: () => 1 });
  first.onRows(() => {
    if (first.record.rows[2]?.state === 'described' && !first.record.rows[2].edited)
      void first.record.edit(2, 'By hand.');
  });
  await closedAfterFour(first);
  const again = open(await create());
  expect(viewOf(again).counts).toMatchObject({ described: 4, edited: 1, open: 6 });
  await again.start();
  expect(provider.requests).toHaveLength(6);
  expect((await again.record.description(2))?.text).toBe('By hand.');
});

test('BATCH-2: failed pictures are asked about again, and only they', async () => {
  const { create, open } = await folderOf(3);
  const session = open(await create(), { most: () => 1 });
  const colour = 'The picture is mostly black.';
  // The first refusal is answered by asking once more, for less.
  const refused = refusal(400, { message: 'Not this one.' });
  provider.script(refused, refused);
  await session.start();
  expect(viewOf(session)).toMatchObject({ phase: 'done', counts: { described: 2, failed: 1 } });
  const [failed] = session.retryableRows();
  expect(session.record.rows[failed ?? 0]?.failure?.message).toMatch(/Not this one/);
  provider.reset();
  await session.askAgain(session.retryableRows());
  expect(provider.requests).toHaveLength(1);
  expect((await session.record.description(failed ?? 0))?.text).toBe(colour);
});

test('what else is open when failures are asked about again waits until the run is resumed', async () => {
  const { create, open } = await folderOf(4);
  const session = open(await create(), { most: () => 1 });
  const refused = refusal(400, { message: 'Not this one.' });
  provider.script(refused, refused, () => refusal(401, { message: 'No.' }));
  await session.start();
  expect(viewOf(session)).toMatchObject({ phase: 'stopped', counts: { failed: 1, open: 3 } });
  provider.reset();
  await session.askAgain(session.retryableRows());
  expect(provider.requests).toHaveLength(1);
  expect(viewOf(session)).toMatchObject({ phase: 'stopped', counts: { described: 1, failed: 0, open: 3 } });
  await session.start();
  expect(viewOf(session)).toMatchObject({ phase: 'done', counts: { described: 4 } });
});

test('pause lets come what is on its way, resume goes on, cancel leaves the rest open', async () => {
  const { create, open } = await folderOf(6);
  const session = open(await create(), { most: () => 1 });
  const answer = Promise.withResolvers<undefined>();
  provider.script(async () => {
    await answer.promise;
    return undefined;
  });
  const running = session.start();
  await asked(1);
  session.pause();
  answer.resolve(undefined);
  await until(() => session.view().counts.described === 1);
  expect(viewOf(session).phase).toBe('paused');
  expect(provider.requests).toHaveLength(1);
  await session.cancel();
  await running;
  expect(viewOf(session)).toMatchObject({ phase: 'stopped', counts: { described: 1, open: 5 } });
  await session.start();
  expect(session.phase).toBe('done');
});

test('what keeps every question from being answered is told before the first, and the run can be started again', async () => {
  const { create, open } = await folderOf(2);
  let key = false;
  const session = open(await create(), {
    prepare: () =>
      key ? Promise.resolve() : Promise.reject(new SightlineError('missingKey', 'There is no key.')),
  });
  await expect(session.start()).rejects.toThrow('There is no key.');
  expect(session.isWorking).toBe(false);
  expect(provider.requests).toHaveLength(0);
  key = true;
  await session.start();
  expect(session.phase).toBe('done');
});

test('another prompt is another question: the sheet comes back, and what is started at once asks it', async () => {
  const { create, open } = await folderOf(2);
  const session = open(await create());
  await session.start();
  provider.reset();
  const changed = session.setQuestion({ prompt: 'Which shape is it?' });
  await Promise.all([changed, session.start()]);
  expect(prompts()).toEqual(['Which shape is it?', 'Which shape is it?']);
  await session.setQuestion({ prompt: 'What colour is it?' });
  expect(viewOf(session)).toMatchObject({ phase: 'done', counts: { described: 2, reused: 2 } });
});

test('a sample estimates the rest, and is not asked about again', async () => {
  const { create, open } = await folderOf(10);
  const session = open(await create());
  await session.estimate();
  expect(viewOf(session)).toMatchObject({
    phase: 'setup',
    estimate: { answers: 5, inputTokens: 60, outputTokens: 35 },
    counts: { described: 5 },
  });
  await session.start();
  expect(provider.requests).toHaveLength(10);
});

test('the cap counts in dollars where the price is known, else in tokens, and holds after a restart', async () => {
  const { create, open, store } = await folderOf(6);
  const record = await create();
  const session = open(record, { most: () => 1 });
  await session.setCap(45); // Two answers of 19 tokens.
  await session.start();
  expect(viewOf(session)).toMatchObject({
    phase: 'stopped',
    cap: { amount: 45, unit: 'tokens' },
    counts: { described: 2 },
    message: expect.stringMatching(/cap/) as string,
  });
  await session.close();
  const again = open(await store.open(record.id));
  await again.start();
  expect(provider.requests).toHaveLength(2);
  await again.setCap(undefined);
  await again.start();
  expect(again.phase).toBe('done');

  const priced = open(await create({ prompt: 'Other' }), { priceOf: () => ({ input: 1, output: 1 }) });
  await priced.setCap(1);
  expect(viewOf(priced).cap).toEqual({ amount: 1, unit: 'dollars' });
});

test('the cap of models of the editor counts images, and holds after a restart', async () => {
  const { create, open, store } = await folderOf(4);
  const record = await create({ provider: 'editor' });
  const session = open(record, { most: () => 1 });
  expect(viewOf(session).capUnit).toBe('images');
  await session.setCap(2);
  await session.start();
  const capped = { cap: { amount: 2, unit: 'images' }, counts: { described: 2 }, phase: 'stopped' };
  expect(viewOf(session)).toMatchObject(capped);
  await session.close();
  const again = open(await store.open(record.id));
  await again.start();
  expect(viewOf(again)).toMatchObject(capped);
  await again.setCap(undefined);
  await again.start();
  expect(again.phase).toBe('done');
});

test('a cap in tokens is one until it is taken away, also where the price gets known', async () => {
  const { create, open } = await folderOf(1);
  const prices: { input: number; output: number }[] = [];
  const session = open(await create(), { priceOf: () => prices[0] });
  await session.setCap(1000);
  prices.push({ input: 1, output: 1 });
  await session.setCap(2000);
  expect(viewOf(session).cap).toEqual({ amount: 2000, unit: 'tokens' });
  await session.setCap(undefined);
  await session.setCap(2);
  expect(viewOf(session).cap).toEqual({ amount: 2, unit: 'dollars' });
});

test('two prompts side by side on a sample; the winner is the run from then on', async () => {
  const { create, open, sample, store } = await folderOf(30);
  const session = open(await create());
  await session.estimate();
  provider.reset();
  const indices = session.comparing.rows();
  expect(indices).toHaveLength(20);
  const other = await sample(session.record, { prompt: 'Which shape?' }, indices);
  await session.comparing.begin(other, indices);
  // Five of the sample had been asked about before.
  expect(prompts().filter(text => text === 'What colour is it?')).toHaveLength(15);
  expect(prompts().filter(text => text === 'Which shape?')).toHaveLength(20);
  const view = viewOf(session);
  expect(view).toMatchObject({ comparedWith: { prompt: 'Which shape?' }, counts: { compared: 20 } });
  const row = session.record.rows[indices[3] ?? 0];
  expect(row && (await session.comparing.now?.view(row))).toMatchObject({ state: 'described' });

  const ended = await session.comparing.end();
  await session.setQuestion({ prompt: ended?.question.prompt ?? '' });
  await store.remove(other.id);
  expect(viewOf(session)).toMatchObject({ prompt: 'Which shape?', counts: { described: 20 } });
  expect(viewOf(session).comparedWith).toBeUndefined();
});

test('another prompt for one picture alone is kept as the text of the person', async () => {
  const { create, open, sample } = await folderOf(2);
  const session = open(await create());
  await session.start();
  provider.script(request =>
    requestContent(request.body).text === 'Name the shape.' ? undefined : { status: 500, body: 'no' },
  );
  await session.comparing.askOtherwise(await sample(session.record, { prompt: 'Name the shape.' }, [1]), [1]);
  expect(session.record.rows[1]).toMatchObject({ state: 'described', edited: true });
  expect(session.record.rows[0]).toMatchObject({ edited: false });
  expect(session.record.question.prompt).toBe('What colour is it?');
});

test('with a run the other side of its comparison goes; the answers to both stay', async () => {
  const { create, open, store, notes } = await folderOf(2);
  const samples = new RunSamples(store, notes, { error: () => undefined });
  const session = open(await create());
  const { record } = session;
  const other = await samples.create(record, { prompt: 'Which shape?' }, [1]);
  await session.comparing.begin(other, [1]);
  await session.close();
  await samples.removeBeside(record.id);
  await store.remove(record.id);
  expect(await store.list()).toEqual([]);
  expect(notes.get(other.id)).toBeUndefined();
  for (const prompt of [record.question.prompt, 'Which shape?'])
    expect(viewOf(open(await create({ prompt }))).counts.described).toBe(1);
});
