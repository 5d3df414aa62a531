import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { askStructured } from '../../../../src/runs/running/askStructured.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { png, solid, type Colour } from '../../../support/pictures.ts';
import { chatStream, eventStream, requestContent, type Reply } from '../../../support/testProvider.ts';
import { askTestProvider, count, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const says = (text: string): Reply => eventStream(...chatStream([text]));
const describeIt = { question: { prompt: 'Describe the image.' }, most: () => 8 };

/** Images that look as different as photos do. */
async function photos(count: number, colourOf = differentColour): Promise<Record<string, Buffer>> {
  const files = Array.from({ length: count }, async (_, index) => {
    const name = `${String(index).padStart(3, '0')}.png`;
    return [name, await png(solid(8 + (index % 5), 8, colourOf(index)))] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

function differentColour(index: number): Colour {
  return [(index * 97) % 256, (index * 61) % 256, (index * 151) % 256];
}

/** Grey frames that hardly differ, as those of one camera. */
function frame(index: number): Colour {
  return [100 + (index % 4), 100 + (Math.floor(index / 4) % 4), 100 + (Math.floor(index / 16) % 4)];
}

const failures = ({ rows }: RunRecord): string[] => rows.flatMap(({ failure }) => failure?.message ?? []);

test.each([
  ["I don't see any image attached to your message. Could you upload it?"],
  ['Ich sehe kein Bild in Ihrer Nachricht.'],
  ['我没有看到任何图片，请上传图片。'],
])('ANS-2: a few answers that say so stop the run: %s', async text => {
  const { run, record } = await runOn(await photos(40), { most: () => 8 });
  provider.script(() => says(text));
  expect(await run.start()).toBe('failed');
  expect(provider.requests).toHaveLength(3);
  expect(run.progress).toMatchObject({
    phase: 'stopped',
    message: expect.stringContaining('This model receives no images') as string,
    hint: expect.stringContaining('vision model') as string,
  });
  expect([count(record, 'described'), count(record, 'failed'), count(record, 'open')]).toEqual([0, 2, 38]);
});

test('ANS-2: single ones among good answers are failed rows, and no reason to stop', async () => {
  const { run, record } = await runOn(await photos(20), { most: () => 2 });
  provider.script(() => (provider.requests.length % 4 === 0 ? says('No image is attached.') : undefined));
  expect(await run.start()).toBe('done');
  expect([count(record, 'described'), count(record, 'failed')]).toEqual([15, 5]);
});

test.each([
  ['The image shows a scenic landscape with mountains and a lake.'],
  ['A beautiful sunset over the ocean.'],
  ['这张图片展示了美丽的风景和蓝天白云。'],
])('ANS-2: one and the same sentence for different images is no description: %s', async text => {
  const { run, record, file } = await runOn(await photos(60), describeIt);
  provider.script(() => says(text));
  expect(await run.start()).toBe('failed');
  expect(provider.requests).toHaveLength(5);
  expect(run.progress.message).toContain('receives no images: 5 different images got the same answer');
  // What was saved before that was sure is taken back, with the reason.
  expect([count(record, 'described'), count(record, 'failed'), count(record, 'open')]).toEqual([0, 5, 55]);
  expect(new Set(failures(record))).toEqual(new Set([expect.stringContaining('so it is no description')]));
  // And stays so after a restart.
  await record.close();
  const again = await openRunStore(path.join(path.dirname(file('')), 'state')).open(record.id);
  expect([count(again, 'described'), count(again, 'failed')]).toEqual([0, 5]);
  await again.close();
});

test('ANS-2: rows that were taken back can be retried', async () => {
  const { run, record } = await runOn(await photos(30), describeIt);
  provider.script(() => says('The image shows a scenic landscape with mountains.'));
  await run.start();
  provider.reset();
  await record.reopen(record.rows.filter(({ state }) => state === 'failed').map(({ index }) => index));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(30);
});

test('ANS-2: what a person edited or accepted is not taken back', async () => {
  const { run, record } = await runOn(await photos(30), describeIt);
  provider.script(() => says('The image shows a scenic landscape with mountains.'));
  await run.start({ only: [0, 1] });
  await record.accept([0], true);
  await record.edit(1, 'A red wall.');
  expect(await run.start()).toBe('failed');
  expect([count(record, 'described'), count(record, 'failed')]).toEqual([2, 5]);
});

test('ANS-2: where images stop arriving in the middle of a run, it stops, and the good answers stay', async () => {
  const { run, record } = await runOn(await photos(120), describeIt);
  const good = (): Reply =>
    says(
      `A photo of object ${provider.requests.length} on a wooden table, lit from the left, before a white wall.`,
    );
  provider.script(() => (provider.requests.length <= 40 ? good() : says('A lovely photo for you.')));
  expect(await run.start()).toBe('failed');
  expect(count(record, 'described')).toBe(40);
  expect(provider.requests.length).toBeLessThan(40 + 12 + 8);
});

test.each([
  ['You wrote: What is in the image?', 'What is in the image?'],
  ['What is in the image?', 'What is in the image?'],
  ['Hello! How can I assist you today?', 'Which animals are there?'],
])('ANS-2: answers about the question stop the run: %s', async (text, prompt) => {
  const { run, record } = await runOn(await photos(30), { question: { prompt }, most: () => 8 });
  provider.script(() => says(text));
  expect(await run.start()).toBe('failed');
  expect(provider.requests).toHaveLength(3);
  expect([count(record, 'described'), count(record, 'failed')]).toEqual([0, 3]);
});

/** Answers that are right for all of 30 images. */
const alike: [string, string, string, typeof frame?][] = [
  ['a closed question', 'Is there a cat? Answer yes or no.', 'No.'],
  ['a closed question, in a sentence', 'Is there a cat in the image?', 'No, there is no cat in this image.'],
  ['a question for a number', 'How many people are there?', 'There are no people in the image.'],
  [
    'something that is absent',
    'Describe any damage that you see.',
    'There is no visible damage in the image.',
  ],
  ['a text that is not there', 'Transcribe the text.', 'The image does not contain any text.'],
  ['a word', 'Caption the image in one word.', 'Landscape'],
  ['frames of one camera', 'Describe the image.', 'An empty parking lot in front of a grey building.', frame],
];

test.each(alike)('ANS-2: the same answer may be right: %s', async (_, prompt, text, colourOf) => {
  const { run, record } = await runOn(await photos(30, colourOf), { question: { prompt }, most: () => 8 });
  provider.script(() => says(text));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(30);
});

test('ANS-2: answers of a schema with few classes may be alike', async () => {
  const { run, record } = await runOn(await photos(30), {
    ask: askStructured(askTestProvider(provider.url)),
    question: {
      prompt: 'Describe the image.',
      schema: {
        name: 'kind',
        schema: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
      },
    },
  });
  provider.script(() => says('{"kind":"a scenic landscape with mountains"}'));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(30);
});

test('ANS-2: images that are the same byte for byte may have the same answer', async () => {
  const same = await png(solid(16, 16, [200, 30, 30]));
  const names = Array.from({ length: 30 }, (_, index) => [`${index}.png`, same] as const);
  const { run, record } = await runOn(Object.fromEntries(names), describeIt);
  provider.script(() => says('The image shows a scenic landscape with mountains.'));
  expect(await run.start()).toBe('done');
  expect([count(record, 'described'), provider.requests.length]).toEqual([30, 1]);
});

test('ANS-2: until answers show that images arrive, none is asked beside another', async () => {
  const { run } = await runOn(await photos(30), describeIt);
  let asking = 0;
  let most = 0;
  provider.script(async request => {
    asking += 1;
    most = Math.max(most, provider.requests.length <= 2 ? asking : 0);
    void request.closedEarly.then(() => (asking -= 1));
    await Promise.resolve();
    const [image = ''] = requestContent(request.body).images;
    return says(`A wall of the colour ${image.slice(-40)}, seen from the front.`);
  });
  expect(await run.start()).toBe('done');
  expect(most).toBe(1);
});
