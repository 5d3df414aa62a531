import { rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SightlineError } from '../../../../src/base/errors.ts';
import { sleep } from '../../../../src/base/sleep.ts';
import type { RunProgress } from '../../../../src/runs/runProgress.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { blue, lime, png, red, solid, white, type Colour } from '../../../support/pictures.ts';
import { dominantColour } from '../../../support/provider/dominantColour.ts';
import { refusal, requestContent } from '../../../support/testProvider.ts';
import { count, differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const states = ({ rows }: RunRecord): string[] => rows.map(({ state }) => state);
const texts = (record: RunRecord): Promise<(string | undefined)[]> =>
  Promise.all(record.rows.map(async ({ index }) => (await record.description(index))?.text));

/** Answers wait until they are let go. */
function heldBack(): { script: () => Promise<undefined>; letGo: () => void } {
  let letGo = (): void => undefined;
  const gone = new Promise<undefined>(resolve => {
    letGo = () => resolve(undefined);
  });
  return { script: () => gone, letGo };
}

test('BATCH-2: a failure concerns only its own picture, and "retry failed" sends only those', async () => {
  const pictures = await differentPictures(5);
  pictures['2.png'] = Buffer.from('no picture at all');
  const fourth = (await png(solid(64, 64, [10, 200, 10]))).toString('base64');
  pictures['4.png'] = Buffer.from(fourth, 'base64');
  const { run, record } = await runOn(pictures);
  let isBroken = true;
  const large = new Map<string, boolean>();
  provider.script(async request => {
    const [url = ''] = requestContent(request.body).images;
    if (!large.has(url)) large.set(url, await isWide(url));
    return isBroken && large.get(url) ? refusal(500, { message: 'Out of order.' }) : undefined;
  });
  expect(await run.start()).toBe('done');
  expect(states(record)).toEqual(['described', 'failed', 'described', 'failed', 'described']);
  expect(record.rows[1]?.failure).toMatchObject({
    code: 'unsupportedImage',
    message: expect.stringContaining('2.png') as string,
  });
  expect(record.rows[3]?.failure).toMatchObject({
    code: 'providerFailed',
    message: expect.stringContaining('Out of order.') as string,
  });
  expect(run.progress).toMatchObject({ phase: 'done' });
  // Three whole answers, and three tries of the fourth.
  expect(provider.requests).toHaveLength(6);

  isBroken = false;
  await record.reopen([1, 3]);
  expect(await run.start()).toBe('done');
  expect(states(record)).toEqual(['described', 'failed', 'described', 'described', 'described']);
  expect(provider.requests).toHaveLength(7);
});

async function isWide(url: string): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  return (await sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')).metadata()).width === 64;
}

test('BATCH-3: each answer stands with its own picture, whichever comes first', async () => {
  // A run begins with one question: the first picture is for that, so that the others are asked about together.
  const colours: Record<string, Colour> = {
    'img0.png': white,
    'img1.png': red,
    'img2.png': lime,
    'img10.png': blue,
  };
  const pictures: Record<string, Buffer> = {};
  for (const [name, colour] of Object.entries(colours)) pictures[name] = await png(solid(32, 32, colour));
  const { run, record } = await runOn(pictures);
  const late = heldBack();
  await run.start({ only: [0] });
  provider.script(async request => {
    const [url = ''] = requestContent(request.body).images;
    return (await dominantColour(url)) === 'red' ? late.script() : undefined;
  });
  let before: string[] = [];
  record.onChange(() => {
    if (count(record, 'described') < 3 || before.length > 0) return;
    before = states(record);
    late.letGo();
  });
  await run.start();
  expect(before).toEqual(['described', 'asking', 'described', 'described']);
  expect(record.rows.map(({ picture }) => picture.name)).toEqual(Object.keys(colours));
  expect(await texts(record)).toEqual(
    ['white', 'red', 'lime', 'blue'].map(colour => `The picture is mostly ${colour}.`),
  );
});

test('an answer is kept with its picture, its cost and what was done to it', async () => {
  const file = await png(solid(40, 20, red));
  const { run, record } = await runOn({ 'a.jpg': file }, { question: { image: { maxSide: 20 } } });
  await run.start();
  expect(record.rows[0]).toMatchObject({ state: 'described', usage: { inputTokens: 12, outputTokens: 7 } });
  expect(await record.description(0)).toMatchObject({
    text: 'The picture is mostly red.',
    model: 'test-model',
    width: 40,
    height: 20,
    notes: [expect.stringContaining('PNG') as string],
  });
  expect(run.spent).toEqual({ usage: { inputTokens: 12, outputTokens: 7 }, guessed: false, images: 1 });
});

test('pictures with the same content are asked about once', async () => {
  const file = await png(solid(16, 16, red));
  const other = await png(solid(16, 16, blue));
  const pictures = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.png`, file]));
  const { run, record } = await runOn({ ...pictures, 'other.png': other });
  expect(await run.start()).toBe('done');
  expect(provider.requests).toHaveLength(2);
  expect(count(record, 'described')).toBe(31);
  expect(run.spent.usage.inputTokens).toBe(24);
});

test('a picture is asked about while its question is at the provider, with those of the same content; before that it waits', async () => {
  const file = await png(solid(16, 16, red));
  const other = await png(solid(16, 16, blue));
  const late = heldBack();
  const { run, record } = await runOn(
    { '1.png': file, '2.png': file, '3.png': other, '4.png': file },
    { most: () => 1 },
  );
  provider.script(() => late.script());
  const running = run.start();
  // Which of the two contents is ready first, and so asked about first, is the machine's business.
  await expect
    .poll(() => states(record).join(' '))
    .toMatch(/^(?:asking asking waiting asking|waiting waiting asking waiting)$/);
  late.letGo();
  expect(await running).toBe('done');
});

test('a picture whose question is to be asked again waits until it goes out', async () => {
  const pause = heldBack();
  const { run, record } = await runOn(await differentPictures(1), { sleep: () => pause.script() });
  provider.script(refusal(500, { message: 'Out of order.' }));
  const running = run.start();
  await expect.poll(() => provider.requests.length).toBe(1);
  await expect.poll(() => states(record)).toEqual(['waiting']);
  pause.letGo();
  expect(await running).toBe('done');
  expect(provider.requests).toHaveLength(2);
});

test('where one of the same content fails, all fail for that reason without a further question', async () => {
  const file = await png(solid(16, 16, red));
  const pictures = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.png`, file]));
  const { run, record } = await runOn({ ...pictures, 'other.png': await png(solid(16, 16, blue)) });
  provider.script(refusal(400, { message: 'Could not process image.' }));
  expect(await run.start()).toBe('done');
  expect(provider.requests).toHaveLength(2);
  expect(count(record, 'failed')).toBe(30);
  expect(new Set(record.rows.slice(0, 30).map(({ failure }) => failure?.message)).size).toBe(1);
});

test('what was described before is not asked again, also by another object', async () => {
  const { run, record } = await runOn(await differentPictures(6));
  expect(await run.start({ only: [1, 4] })).toBe('done');
  expect(provider.requests).toHaveLength(2);
  expect(run.progress.phase).toBe('stopped');
  expect(await run.start()).toBe('done');
  expect(await run.start()).toBe('done');
  expect(provider.requests).toHaveLength(6);
  expect(count(record, 'described')).toBe(6);
});

test('a picture that changes while the run works is described as it was read', async () => {
  const late = heldBack();
  const { run, record, file } = await runOn({ 'a.png': await png(solid(16, 16, red)) });
  provider.script(() => late.script());
  const running = run.start();
  await expect.poll(() => provider.requests.length).toBe(1);
  await writeFile(file('a.png'), await png(solid(16, 16, blue)));
  late.letGo();
  await running;
  expect(await texts(record)).toEqual(['The picture is mostly red.']);
});

test('a file that is gone is one failed row', async () => {
  const { run, record, file } = await runOn(await differentPictures(3));
  await rm(file('2.png'));
  expect(await run.start()).toBe('done');
  expect(states(record)).toEqual(['described', 'failed', 'described']);
  expect(record.rows[1]?.failure?.message).toContain('2.png');
});

test('cancel breaks off what is asked, keeps what is there, and a new start goes on', async () => {
  const { run, record } = await runOn(await differentPictures(12));
  provider.script(() =>
    provider.requests.length > 5 ? { body: [{ hang: true }], delayMs: 60_000 } : undefined,
  );
  const running = run.start();
  await expect.poll(() => count(record, 'described')).toBe(5);
  await expect.poll(() => provider.requests.length).toBeGreaterThan(5);
  run.cancel();
  expect(await running).toBe('cancelled');
  expect(run.progress).toMatchObject({
    phase: 'stopped',
    concurrency: 0,
  });
  expect(count(record, 'open')).toBe(7);
  const asked = provider.requests.length;
  expect(await Promise.all(provider.requests.slice(5).map(({ closedEarly }) => closedEarly))).not.toContain(
    false,
  );
  provider.reset();
  expect(await run.start()).toBe('done');
  expect(provider.requests).toHaveLength(7);
  expect(asked).toBeLessThan(12);
});

test('a pause lets come what is asked and asks nothing more; resuming goes on', async () => {
  const late = heldBack();
  const { run, record } = await runOn(await differentPictures(20));
  provider.script(() => (provider.requests.length > 4 ? late.script() : undefined));
  const running = run.start();
  await expect.poll(() => provider.requests.length).toBeGreaterThan(4);
  run.pause();
  expect(run.progress.phase).toBe('paused');
  // Those that were answered at that moment are still being kept.
  await expect.poll(() => count(record, 'asking') - run.progress.concurrency).toBe(0);
  late.letGo();
  await expect.poll(() => run.progress.concurrency).toBe(0);
  // What was prepared meanwhile waits for its turn: nothing is at the provider.
  await expect.poll(() => count(record, 'waiting')).toBeGreaterThan(0);
  await expect.poll(() => count(record, 'asking')).toBe(0);
  const asked = provider.requests.length;
  await expect.poll(() => count(record, 'described')).toBe(asked);
  await sleep(30);
  expect(provider.requests).toHaveLength(asked);
  expect(asked).toBeLessThan(20);
  run.resume();
  expect(await running).toBe('done');
  expect(count(record, 'described')).toBe(20);
});

test('a paused run can be cancelled', async () => {
  const { run, record } = await runOn(await differentPictures(3));
  const running = run.start();
  run.pause();
  await sleep(20);
  run.cancel();
  expect(await running).toBe('cancelled');
  expect(count(record, 'waiting') + count(record, 'asking')).toBe(0);
});

test('however many pictures there are, only so many are in hand', async () => {
  const late = heldBack();
  const files = nodePictureFiles();
  let read = 0;
  const { run, record } = await runOn(await differentPictures(120), {
    most: () => 2,
    files: {
      ...files,
      read: location => {
        read += 1;
        return files.read(location);
      },
    },
  });
  provider.script(() => (provider.requests.length > 20 ? late.script() : undefined));
  const running = run.start();
  await expect.poll(() => provider.requests.length).toBeGreaterThan(20);
  const inHand = () => count(record, 'waiting') + count(record, 'asking');
  await expect.poll(() => read - count(record, 'described') - inHand()).toBe(0);
  expect(inHand()).toBeLessThan(40);
  late.letGo();
  expect(await running).toBe('done');
});

test('where the store fails, the run stops and says so', async () => {
  const { run, record } = await runOn(await differentPictures(3));
  record.describe = () => Promise.reject(new SightlineError('store', 'The disk is full.'));
  expect(await run.start()).toBe('failed');
  expect(run.failure).toMatchObject({ code: 'store' });
  expect(run.progress.message).toBe('The disk is full.');
  expect(states(record)).toEqual(['open', 'open', 'open']);
});

test('a fault of ours is thrown, not kept as the reason of a picture', async () => {
  const { run, record } = await runOn(await differentPictures(3), {
    ask: () => Promise.reject(new TypeError('ours')),
  });
  await expect(run.start()).rejects.toThrow('ours');
  expect(states(record)).toEqual(['open', 'open', 'open']);
  expect(run.progress.phase).toBe('stopped');
});

test('progress tells how fast it goes, at most once a turn, and ends with the end', async () => {
  const { run } = await runOn(await differentPictures(20));
  const seen: RunProgress[] = [];
  const stop = run.onProgress(progress => seen.push(progress));
  await run.start();
  expect(seen.some(({ rate = 0 }) => rate > 0)).toBe(true);
  expect(Math.max(...seen.map(({ concurrency }) => concurrency))).toBe(4);
  expect(seen.at(-1)).toMatchObject({ phase: 'done', concurrency: 0, most: 4 });
  stop();
  const before = seen.length;
  run.pause();
  expect(seen).toHaveLength(before);
});

test('crops go with words on which is which, and not to the describer inside', async () => {
  const pixels = solid(2200, 1100, red);
  const { run } = await runOn(
    { 'a.png': await png(pixels) },
    { question: { image: { maxSide: 512, detail: 'tiles' } } },
  );
  await run.start();
  const { text, images } = requestContent(provider.requests[0]?.body);
  expect(images.length).toBeGreaterThan(2);
  expect(text).toContain('are crops of it in full size');
});
