import { afterAll, beforeAll, expect, test } from 'vitest';
import { colouredFiles, type Colour } from '../support/pictures.ts';
import { BatchDesk } from '../support/provider/batchDesk.ts';
import { dominantColour } from '../support/provider/dominantColour.ts';
import {
  answerIn,
  startTestProvider,
  wholeCompletion,
  wholeResponse,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

/** Beside the four pictures of the sample folder: seven in all. */
const colours: Record<string, Colour> = {
  'pictures/red.png': [220, 30, 30],
  'pictures/green.png': [30, 160, 50],
  'pictures/blue.png': [30, 60, 220],
};
const boat = '{"class":"boat","reason":"It floats."}';
/** What the model says of a picture, at first and when it is asked to mend that. */
const answers: Record<string, [string, string]> = {
  green: ['{"class":"boat"}', '{"class":"buoy","reason":"It was mended."}'],
  blue: ['{"class":"submarine","reason":"It dives."}', '{"class":"submarine","reason":"It still dives."}'],
};

const desk = new BatchDesk();
let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: {
      ...(await colouredFiles(colours)),
      'pictures/data.yaml': 'train: images/train\nnames:\n  0: boat\n  1: buoy\n  2: pier\n',
    },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

/** Answers live questions in the form, by the colour of their picture, once it is time; files and batches are the desk's. */
function inForm(answerTo: (colour: string, isRepair: boolean) => string, time?: Promise<unknown>): void {
  provider.reset();
  provider.script(async ({ method, path, body }) => {
    if (method !== 'POST' || !/responses$|completions$/.test(path)) return undefined;
    await time;
    const text = JSON.stringify(body);
    const colour = await dominantColour(/data:image[^"]+/.exec(text)?.[0] ?? '');
    const answer = answerTo(colour, text.includes('does not have the form'));
    return answerIn(path.endsWith('responses') ? 'responses' : 'chat.completions', [answer], {
      stream: true,
    });
  }, desk.script);
}

const asked = (): number =>
  provider.requests.filter(({ method, path }) => method === 'POST' && /responses|completions/.test(path))
    .length;

async function chooseClassification(): Promise<void> {
  await editor.run.button('Choose Schema').click();
  await editor.quickInput.choose('Classification');
  await editor.quickInput.choose('pictures/data.yaml', 'data.yaml');
  await editor.run.says('class, reason');
}

test('a form with the classes of a dataset is chosen before anything is asked', async () => {
  await editor.explorer.chooseFromMenu(
    ['pictures/red.png', 'pictures/green.png', 'pictures/blue.png'],
    'Describe in a Run…',
  );
  inForm((colour, isRepair) => answers[colour]?.[isRepair ? 1 : 0] ?? boat);
  await editor.run.button('Choose Schema').click();
  await editor.quickInput.row('Classification').waitFor();
  await editor.screenshot('form-choice');
  await editor.quickInput.choose('Classification');
  await editor.quickInput.row('pictures/data.yaml').waitFor();
  await editor.screenshot('form-classes');
  await editor.quickInput.choose('pictures/data.yaml', 'data.yaml');
  await editor.run.says('class, reason');
  await editor.screenshot('form-sheet');
  expect(asked()).toBe(0);
});

test('answers fill columns; one is mended when asked again, one outside the classes fails with its reason', async () => {
  await editor.run.button('Start').click();
  await editor.run.says('3 of 3 done (1 failed)');
  expect(asked()).toBe(5);
  await editor.run.row('red.png').filter({ hasText: 'It floats.' }).waitFor();
  await editor.run.row('green.png').filter({ hasText: 'It was mended.' }).waitFor();
  await editor.run.row('blue.png').filter({ hasText: 'does not match the schema' }).waitFor();
  for (const name of ['class', 'reason'])
    await editor.run.content.getByRole('columnheader', { name, exact: true }).waitFor();
  await editor.run.row('blue.png').click();
  await editor.run.says('class must be one of "boat", "buoy", "pier"');
  await editor.screenshot('form-done-dark');
  // In another light for what comes: while a run works, the palette would lie over it.
  await editor.setTheme('light');
});

test('as a batch the folder goes to the provider once, without what is described already', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('7: 6 PNG, 1 JPEG');
  await chooseClassification();
  await editor.run.says('2 images already described: answers are reused');
  provider.reset();
  const upload = Promise.withResolvers<undefined>();
  provider.script(({ path }) => (path.endsWith('/files') ? upload.promise : undefined), desk.script);
  await editor.run.button('Start as Batch').click();
  await editor.run.says('Preparing the batch: 5 of 5 images.');
  expect(await editor.run.button('Pause').getAttribute('title')).toContain('cannot be paused');
  await editor.run.row('Queued').first().waitFor();
  await editor.screenshot('batch-preparing-light');
  upload.resolve(undefined);
  await editor.run.says('5 in a batch');
  await editor.run.says(/0 of 5 answered by the provider/);
  expect(desk.requests).toHaveLength(5);
  await editor.screenshot('batch-running-light');
  await editor.setWindowSize(760, 800);
  await editor.screenshot('batch-running-narrow');
  await editor.setWindowSize(1280, 800);
});

test('after a reload it is watched on, and its answers come: nothing is submitted twice', async () => {
  await editor.reload();
  await editor.run.says('5 in a batch');
  await editor.run.says(/0 of 5 answered by the provider/);
  await editor.screenshot('batch-reloaded');
  await desk.settle({
    fate: ({ url }, index) =>
      index === 0
        ? { status: 400, body: { error: { message: 'The picture is too plain.', type: 'invalid_request' } } }
        : { status: 200, body: (url === '/v1/responses' ? wholeResponse : wholeCompletion)(boat) },
    arrange: lines => lines.reverse(),
  });
  await editor.run.says('7 of 7 done (1 failed)');
  await editor.run.content.getByText('too plain').first().waitFor();
  // It was watched all the time: nobody had to be asked.
  expect(await editor.notifications.toast(/when the window closed|goes on with the batch/).count()).toBe(0);
  expect([desk.uploads.length, desk.batches.size, asked()]).toEqual([1, 1, 0]);
  expect([...desk.files.keys()]).toEqual([]);
  await editor.screenshot('batch-done-light');
});

test('the line that failed is retried live', async () => {
  inForm(() => boat);
  await editor.run.button('Retry 1').click();
  await editor.run.says(/7 of 7 done$/);
  expect([asked(), desk.batches.size]).toEqual([1, 1]);
  await editor.setTheme('dark');
  await editor.screenshot('batch-retried-dark');
});

/** Ends the batches as soon as somebody looks at them or wants them cancelled; so many lines are answered by then. */
function endBatches(status: 'cancelled' | 'expired', answered: number): void {
  provider.script(async ({ method, path }) => {
    if (method === 'GET' ? !/batches\/[^/]+$/.test(path) : !path.endsWith('/cancel')) return undefined;
    await desk.settle({
      status,
      fate: ({ url }, index) =>
        index < answered
          ? { status: 200, body: (url === '/v1/responses' ? wholeResponse : wholeCompletion)(boat) }
          : 'missing',
    });
    return undefined;
  }, desk.script);
}

test('a batch that no page watches is offered as what it is; opened, it is watched', async () => {
  await editor.runCommand('View: Close All Editors');
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('7 images (about');
  provider.reset();
  provider.script(desk.script);
  await editor.run.button('Start as Batch').click();
  await editor.run.says('7 in a batch');
  await editor.runCommand('View: Close All Editors');
  await editor.reload();
  const offer = editor.notifications.toast('The batch of “pictures” is still in progress at the provider.');
  await offer.waitFor();
  await editor.screenshot('batch-offered-dark');
  expect(await editor.notifications.toast('when the window closed').count()).toBe(0);
  await editor.notifications.press(
    'The batch of “pictures” is still in progress at the provider.',
    'Open Run',
  );
  await editor.run.says('7 in a batch');
  await editor.run.says(/0 of 7 answered by the provider/);
});

test('what a cancelled batch leaves open goes on as a batch again, or one by one', async () => {
  provider.reset();
  endBatches('cancelled', 2);
  await editor.run.button('Cancel').click();
  await editor.run.says('Stopped');
  await editor.run.says('2 of 7 done');
  await editor.run.button('Resume').waitFor();
  await editor.screenshot('batch-cancelled-dark');
  const batches = desk.batches.size;
  provider.reset();
  endBatches('expired', 2);
  await editor.run.button('Resume as Batch').click();
  await editor.run.says('4 of 7 done');
  expect([desk.batches.size - batches, asked()]).toEqual([1, 0]);
  await editor.run.button('Resume as Batch').waitFor();
});

test('asked one by one, a picture is asked about while its question is at the provider, and waits before that', async () => {
  const answer = Promise.withResolvers<undefined>();
  inForm(() => boat, answer.promise);
  await editor.run.button('Resume').click();
  await editor.run.row('In progress').waitFor();
  await editor.run.button('Pause').click();
  await editor.run.says('Paused');
  await expect.poll(() => editor.run.row('Queued').count()).toBe(2);
  expect(await editor.run.row('In progress').count()).toBe(1);
  await editor.screenshot('run-paused-dark');
  answer.resolve(undefined);
  await editor.run.says('5 of 7 done');
  expect([await editor.run.row('In progress').count(), await editor.run.row('Queued').count()]).toEqual([
    0, 2,
  ]);
  await editor.run.button('Resume').click();
  await editor.run.says('7 of 7 done');
});
