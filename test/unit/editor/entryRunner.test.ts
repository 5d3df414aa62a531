import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { sleep } from '../../../src/base/sleep.ts';
import type { PreparedImage } from '../../../src/images/preparedImage.ts';
import type { Answer, AnswerEvent } from '../../../src/inference/api/answer.ts';
import { ConversationStore } from '../../../src/editor/conversation/conversationStore.ts';
import { EntryRunner, type EntryRunnerParts } from '../../../src/editor/conversation/entryRunner.ts';
import type { PictureTurn } from '../../../src/editor/models/modelAsker.ts';
import { png, red, solid } from '../../support/pictures.ts';
import { microscopeTiff } from '../../support/samplePictures.ts';

const answer = (text: string, reason: Answer['reason'] = 'complete'): Answer => ({
  text,
  reasoning: '',
  refusal: '',
  reason,
});

async function* saying(...events: AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

function solidPng(
  width: number,
  height: number,
  background: { r: number; g: number; b: number },
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

function setUp(parts: Partial<EntryRunnerParts> = {}) {
  const store = new ConversationStore();
  const kept = new Map<string, PreparedImage>();
  const asked: PictureTurn[][] = [];
  const runner = new EntryRunner({
    store,
    pictures: {
      add: picture => {
        const id = `picture${kept.size}`;
        kept.set(id, picture);
        return Promise.resolve(id);
      },
      get: id => Promise.resolve(kept.get(id)),
    },
    readFile: uri => Promise.reject(new Error(`no ${uri}`)),
    imageOptions: () => ({ maxSide: 2048, quality: 85 }),
    chosenModel: () => ({
      provider: {
        id: 'p',
        label: 'P',
        baseURL: '',
        api: 'responses',
        needsKey: false,
        takesImages: true,
        local: true,
      },
      model: 'm',
    }),
    ask: (_chosen, turns) => {
      asked.push([...turns]);
      return saying({ type: 'text', text: 'fine' }, { type: 'end', answer: answer('fine') });
    },
    openLabels: () => Promise.resolve({ of: () => Promise.resolve(undefined) }),
    log: { error: () => undefined, warn: () => undefined },
    now: () => 1000,
    ...parts,
  });
  return { store, runner, asked };
}

test('an answer streams into its entry, which ends complete with its tokens', async () => {
  const { store, runner } = setUp({
    ask: () =>
      saying(
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'A ' },
        { type: 'text', text: 'cat.' },
        { type: 'usage', usage: { inputTokens: 7, outputTokens: 2 } },
        { type: 'end', answer: answer('A cat.') },
      ),
  });
  const id = runner.add({ prompt: 'What?', pictures: [] });
  expect(await runner.run(id)).toBe('complete');
  expect(store.entry(id)).toMatchObject({
    text: 'A cat.',
    reasoning: 'hm',
    status: 'complete',
    usage: { inputTokens: 7, outputTokens: 2 },
    model: 'm',
    provider: 'P',
    startedAt: 1000,
    seconds: 0,
  });
});

test('STREAM-2: a failure keeps the text that came, with the reason and a retry', async () => {
  const { store, runner } = setUp({
    ask: async function* () {
      yield await Promise.resolve({ type: 'text', text: 'A' } as const);
      throw new SightlineError('providerFailed', 'Provider overloaded', { retryAfterMs: 2000 });
    },
  });
  const id = runner.add({ prompt: 'What?', pictures: [] });
  expect(await runner.run(id)).toBe('failed');
  expect(store.entry(id)).toMatchObject({
    text: 'A',
    status: 'failed',
    error: { message: 'Provider overloaded', retryAt: 3000 },
  });
  expect(store.entry(id)?.error?.remedies).toContain('retry');
});

/** A pause before another try, as `ask` tells it. */
const waitFor = (seconds: number, reason = 'P failed (500).'): AnswerEvent => ({
  type: 'waiting',
  milliseconds: seconds * 1000,
  reason,
  message: `${reason} Trying again in ${seconds} s.`,
});

test('EDT-7: that a request waits is said while it does, and as past once it was made again', async () => {
  const seen: unknown[] = [];
  const { store, runner } = setUp({
    ask: async function* (_chosen, _turns, { onRequest }) {
      const look = (): void => {
        const { waiting, notices } = store.entry(id) ?? {};
        seen.push([waiting, notices]);
      };
      const request = { method: 'POST' as const, url: 'http://127.0.0.1/v1', body: {} };
      onRequest(request);
      yield await Promise.resolve(waitFor(1));
      look();
      onRequest(request);
      look();
      yield waitFor(2);
      look();
      onRequest(request);
      yield { type: 'text', text: 'fine' };
      yield { type: 'end', answer: answer('fine') };
    },
  });
  const id = runner.add({ prompt: 'What?', pictures: [] });
  await runner.run(id);
  expect(seen).toEqual([
    ['P failed (500). Trying again in 1 s.', []],
    ['', []],
    ['P failed (500). Trying again in 2 s.', []],
  ]);
  expect(store.entry(id)).toMatchObject({
    waiting: '',
    notices: [],
  });
});

test('EDT-7: a failure is not told twice, and stopping while it waits leaves nothing in the present tense', async () => {
  const failing = setUp({
    ask: async function* () {
      yield await Promise.resolve(waitFor(1));
      throw new SightlineError('providerFailed', 'P failed (500).');
    },
  });
  const failed = failing.runner.add({ prompt: 'What?', pictures: [] });
  await failing.runner.run(failed);
  expect(failing.store.entry(failed)).toMatchObject({
    notices: [],
    error: { message: 'P failed (500).', provider: 'p', tried: { count: 2, at: 1000 } },
  });
  expect(failing.store.entry(failed)?.error?.tried?.earlier).toBeUndefined();

  const waiting = setUp({
    ask: async function* (_chosen, _turns, { signal }) {
      yield waitFor(60);
      await sleep(60_000, signal);
    },
  });
  const stopped = waiting.runner.add({ prompt: 'What?', pictures: [] });
  const run = waiting.runner.run(stopped);
  await expect.poll(() => waiting.store.entry(stopped)?.waiting).toContain('Trying again');
  // A window that closes now saves it so; the next one knows better.
  const restored = new ConversationStore();
  restored.restore(waiting.store.snapshot());
  expect(restored.entry(stopped)).toMatchObject({ status: 'stopped', waiting: '', notices: [] });
  waiting.runner.stop(stopped);
  expect(await run).toBe('stopped');
  expect(waiting.store.entry(stopped)).toMatchObject({
    waiting: '',
    notices: [],
  });
});

test('a provider that takes no key is not offered one; of attempts that failed otherwise the reason is kept', async () => {
  const { store, runner } = setUp({
    ask: async function* () {
      yield await Promise.resolve(waitFor(1, 'Connection refused.'));
      throw new SightlineError('keyRejected', 'Invalid key.');
    },
  });
  const id = runner.add({ prompt: 'What?', pictures: [] });
  await runner.run(id);
  const error = store.entry(id)?.error;
  expect(error?.remedies).not.toContain('setProviderKey');
  expect(error?.tried).toEqual({ count: 2, at: 1000, earlier: 'Connection refused.' });
});

test.each(['length', 'filtered', 'refused', 'empty', 'cut'] as const)(
  'STREAM-3: an answer that ended by %s is never complete, and says why',
  async reason => {
    const { store, runner } = setUp({
      ask: () => saying({ type: 'text', text: 'AB' }, { type: 'end', answer: answer('AB', reason) }),
    });
    const id = runner.add({ prompt: 'What?', pictures: [] });
    expect(await runner.run(id)).toBe('incomplete');
    expect(store.entry(id)?.text).toBe('AB');
    expect(store.entry(id)?.error?.message).toMatch(/\.$/);
  },
);

test('STREAM-7: stopping ends the request, keeps the text and shows no failure; the next question starts at once', async () => {
  let ended = false;
  const { store, runner } = setUp({
    ask: async function* (_chosen, _turns, { signal }) {
      yield await Promise.resolve({ type: 'text', text: 'so far' } as const);
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended = true;
          reject(signal.reason as Error);
        });
      });
    },
  });
  const id = runner.add({ prompt: 'What?', pictures: [] });
  const run = runner.run(id);
  await expect.poll(() => store.entry(id)?.text).toBe('so far');
  runner.stop(id);
  expect(await run).toBe('stopped');
  expect(ended).toBe(true);
  expect(store.entry(id)?.text).toBe('so far');
  expect(store.entry(id)?.error).toBeUndefined();
});

test('STREAM-7: stopping a batch keeps the rest of it from starting', async () => {
  const { runner, asked } = setUp();
  const ids = [1, 2, 3].map(number => runner.add({ prompt: String(number), pictures: [] }));
  const batch = runner.startBatch();
  expect(await runner.run(ids[0] ?? '', batch)).toBe('complete');
  runner.stopAll();
  expect(await runner.run(ids[1] ?? '', batch)).toBe('stopped');
  expect(await runner.run(ids[2] ?? '', batch)).toBe('stopped');
  expect(asked).toHaveLength(1);
});

test('RATE-2: a used-up quota ends its batch, with the rest left to be tried again', async () => {
  let questions = 0;
  const { store, runner } = setUp({
    // eslint-disable-next-line require-yield -- it fails before its first word
    ask: async function* () {
      questions += 1;
      await Promise.resolve();
      throw new SightlineError('quotaExceeded', 'The quota is used up.');
    },
  });
  const ids = Array.from({ length: 20 }, (_, number) => runner.add({ prompt: String(number), pictures: [] }));
  const batch = runner.startBatch();
  for (const id of ids) await runner.run(id, batch);
  expect(questions).toBe(1);
  expect(store.entries.map(({ status }) => status)).toEqual(['failed', ...Array<string>(19).fill('stopped')]);
});

test.each([
  ['ANS-2: three answers that say that no image came end the batch', 3, 'noImage' as const],
  ['REF-2: a model that takes no images ends the batch at once', 1, undefined],
])('%s', async (_, most, reason) => {
  let questions = 0;
  const { store, runner } = setUp({
    ask: async function* () {
      questions += 1;
      await Promise.resolve();
      if (reason === undefined) throw new SightlineError('imagesUnsupported', 'It takes no images.');
      const text = 'No image is attached.';
      yield { type: 'end', answer: { text, reasoning: '', refusal: '', reason } };
    },
  });
  const ids = Array.from({ length: 10 }, (_none, number) =>
    runner.add({ prompt: String(number), pictures: [] }),
  );
  const batch = runner.startBatch();
  for (const id of ids) await runner.run(id, batch);
  expect(questions).toBe(most);
  expect(store.entries.filter(({ status }) => status === 'stopped')).toHaveLength(10 - most);
});

test('a file is read, fitted and shown with its size before it is sent', async () => {
  const { store, runner, asked } = setUp({ readFile: () => solidPng(30, 20, { r: 255, g: 0, b: 0 }) });
  const id = runner.add({ prompt: 'What?', pictures: [{ name: 'red.png', uri: 'file:///red.png' }] });
  expect(await runner.run(id)).toBe('complete');
  expect(store.entry(id)?.pictures[0]).toMatchObject({ name: 'red.png', width: 30, height: 20 });
  expect(store.entry(id)?.pictures[0]?.thumbnail).toMatch(/^data:image\/jpeg;base64,/);
  expect(asked[0]?.[0]?.pictures[0]?.dataUrl).toMatch(/^data:image\/jpeg;base64,/);
});

test('a page and values that were chosen are sent, said, and sent again, also where the file was away at first', async () => {
  let there = false;
  const { store, runner, asked } = setUp({
    readFile: () => (there ? Promise.resolve(microscopeTiff()) : Promise.reject(new Error('ENOENT'))),
  });
  const look = { page: 2, mapping: { kind: 'own', low: 120, high: 40_000 } } as const;
  const id = runner.add({ prompt: 'What?', pictures: [{ name: 'a.tif', uri: 'file:///a.tif', look }] });
  expect(await runner.run(id)).toBe('failed');
  there = true;
  await runner.retry(id);
  await runner.retry(id);
  expect(asked).toHaveLength(2);
  for (const turns of asked)
    expect(turns[0]?.pictures[0]).toMatchObject({ width: 320, mapping: look.mapping, original: { page: 2 } });
  expect(store.entry(id)?.pictures[0]).toMatchObject({
    look,
    notes: [
      'Only number 2 of 2 pages is sent.',
      'Its values are shown from 120 (black) to 40,000 (white), as chosen.',
    ],
  });
});

test('a file that is no picture fails by its name and nothing is asked', async () => {
  const { store, runner, asked } = setUp({ readFile: () => Promise.resolve(Buffer.from('just text')) });
  const id = runner.add({ prompt: 'What?', pictures: [{ name: 'notes.png', uri: 'file:///notes.png' }] });
  expect(await runner.run(id)).toBe('failed');
  expect(store.entry(id)?.error?.message).toContain('notes.png');
  expect(asked).toEqual([]);
});

test('a file that has gone fails by its name, and works again once it is back', async () => {
  let there = false;
  const { store, runner } = setUp({
    readFile: () => (there ? solidPng(4, 4, { r: 0, g: 0, b: 0 }) : Promise.reject(new Error('ENOENT'))),
  });
  const id = runner.add({ prompt: 'What?', pictures: [{ name: 'a.png', uri: 'file:///a.png' }] });
  expect(await runner.run(id)).toBe('failed');
  expect(store.entry(id)?.error?.message).toContain('a.png');
  there = true;
  await runner.retry(id);
  expect(store.entry(id)?.status).toBe('complete');
  expect(store.entry(id)?.error).toBeUndefined();
});

test('a follow-up sends the entries it continues, oldest first, with their pictures', async () => {
  const { runner, asked } = setUp({ readFile: () => solidPng(4, 4, { r: 0, g: 0, b: 255 }) });
  const first = runner.add({ prompt: 'What?', pictures: [{ name: 'a.png', uri: 'file:///a.png' }] });
  await runner.run(first);
  const second = runner.add({ prompt: 'Which colour?', pictures: [], followUpOf: first });
  await runner.run(second);
  expect(asked[1]?.map(turn => [turn.role, turn.text, turn.pictures.length])).toEqual([
    ['user', 'What?', 1],
    ['assistant', 'fine', 0],
    ['user', 'Which colour?', 0],
  ]);
});

test('a question whose predecessor got no answer is sent with it in one turn', async () => {
  let fails = true;
  const asked: (readonly PictureTurn[])[] = [];
  const { runner } = setUp({
    readFile: () => solidPng(4, 4, { r: 0, g: 0, b: 255 }),
    ask: (_chosen, turns) => {
      asked.push(turns);
      if (fails) throw new SightlineError('network', 'No connection.');
      return saying({ type: 'text', text: 'fine' }, { type: 'end', answer: answer('fine') });
    },
  });
  const first = runner.add({ prompt: 'What?', pictures: [{ name: 'a.png', uri: 'file:///a.png' }] });
  await runner.run(first);
  fails = false;
  await runner.run(runner.add({ prompt: 'Which colour?', pictures: [], followUpOf: first }));
  expect(asked[1]?.map(turn => [turn.role, turn.text, turn.pictures.length])).toEqual([
    ['user', 'What?\n\nWhich colour?', 1],
  ]);
});

test('a question waits for the answer that it continues, and can be stopped meanwhile', async () => {
  const release = Promise.withResolvers<undefined>();
  const asked: (readonly PictureTurn[])[] = [];
  const { runner } = setUp({
    ask: async function* (_chosen, turns) {
      asked.push(turns);
      if (asked.length === 1) await release.promise;
      yield { type: 'text', text: 'blue' } as const;
      yield { type: 'end', answer: answer('blue') } as const;
    },
  });
  const first = runner.add({ prompt: 'What?', pictures: [] });
  const firstRun = runner.run(first);
  const second = runner.add({ prompt: 'Why?', pictures: [], followUpOf: first });
  const secondRun = runner.run(second);
  const third = runner.add({ prompt: 'And?', pictures: [], followUpOf: first });
  const thirdRun = runner.run(third);
  runner.stop(third);
  expect(await thirdRun).toBe('stopped');
  expect(asked).toHaveLength(1);
  release.resolve(undefined);
  expect(await Promise.all([firstRun, secondRun])).toEqual(['complete', 'complete']);
  expect(asked[1]?.map(({ text }) => text)).toEqual(['What?', 'blue', 'Why?']);
});

test('what was sent is kept without the picture data', async () => {
  const { runner } = setUp({
    readFile: () => solidPng(4, 4, { r: 0, g: 0, b: 255 }),
    ask: (_chosen, turns, { onRequest }) => {
      const image_url = turns[0]?.pictures[0]?.dataUrl;
      onRequest({
        method: 'POST',
        url: 'http://127.0.0.1/v1/responses',
        body: { model: 'm', input: [{ image_url }] },
      });
      return saying({ type: 'text', text: 'x' }, { type: 'end', answer: answer('x') });
    },
  });
  const id = runner.add({ prompt: 'What?', pictures: [{ name: 'a.png', uri: 'file:///a.png' }] });
  await runner.run(id);
  const sent = runner.sent.get(id);
  expect(sent?.pictures).toEqual([{ id: 'picture0', name: 'a.png' }]);
  expect(sent?.body).toContain('<image 1: data:image/jpeg;base64, …>');
  expect(sent?.body.length).toBeLessThan(200);
});

test('a picture remembers its file and what was in it; a name that lies is said in the log', async () => {
  const warned: string[] = [];
  const bytes = await png(solid(4, 4, red));
  const { runner, store } = setUp({
    readFile: () => Promise.resolve(bytes),
    log: { error: () => undefined, warn: message => warned.push(message) },
  });
  const uri = 'file:///pictures/cat.jpg';
  const id = runner.add({ prompt: 'What?', pictures: [{ name: 'cat.jpg', uri }] });
  await runner.run(id);
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect(store.entry(id)?.pictures[0]).toMatchObject({ source: uri, digest });
  expect(warned).toEqual(['cat.jpg: Its name ends in .jpg, but it is a PNG image.']);
  const pasted = await runner.keepPicture({ name: 'pasted.png', bytes });
  expect(pasted).not.toHaveProperty('source');
  expect(warned).toHaveLength(1);
});

test('bytes that are no file are read as a file is, without a place to go back to; a bad image fails alone', async () => {
  const { store, runner, asked } = setUp();
  const good = runner.add({
    prompt: 'What?',
    pictures: [{ name: 'output 1.png', bytes: await png(solid(9, 5, red)) }],
  });
  const bad = runner.add({
    prompt: 'What?',
    pictures: [{ name: 'output 2.png', bytes: Buffer.from('no image') }],
  });
  expect(store.entry(good)?.pictures[0]).toMatchObject({ name: 'output 1.png' });
  expect(await runner.run(good)).toBe('complete');
  const [shown] = store.entry(good)?.pictures ?? [];
  expect(shown).toMatchObject({ width: 9, height: 5 });
  expect(shown).not.toHaveProperty('source');
  expect(await runner.run(bad)).toBe('failed');
  expect(store.entry(bad)?.error?.message).toContain('output 2.png');
  await runner.retry(bad);
  expect(store.entry(bad)?.error?.message).toContain('not an image');
  expect(asked).toHaveLength(1);
});

test('labels beside images are read by one reader for questions in progress together, and anew for a later one', async () => {
  let opened = 0;
  const { runner, asked } = setUp({
    readFile: () => png(solid(8, 8, red)),
    openLabels: () => {
      const reader = `reader ${++opened}`;
      return Promise.resolve({ of: () => Promise.resolve(reader) });
    },
  });
  const ask = (name: string) =>
    runner.run(
      runner.add({ prompt: 'Check {image.labels}', pictures: [{ name, uri: `file:///set/${name}` }] }),
    );
  await Promise.all([ask('a.png'), ask('b.png')]);
  await ask('c.png');
  expect(asked.flat().map(({ text }) => text)).toEqual([
    'Check "reader 1"',
    'Check "reader 1"',
    'Check "reader 2"',
  ]);
});
