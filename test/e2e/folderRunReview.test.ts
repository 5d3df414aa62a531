import { afterAll, beforeAll, expect, test } from 'vitest';
import { colouredFiles, type Colour } from '../support/pictures.ts';
import {
  answerIn,
  refusal,
  requestContent,
  startTestProvider,
  type RecordedRequest,
  type Reply,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

/** Beside the four pictures of the sample folder: 24 in all, more than a comparison takes. */
const names = Array.from({ length: 20 }, (_, at) => `${'abcdefghijklmnopqrst'.charAt(at)}.png`);

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  const colours = names.map((name, at): [string, Colour] => [
    `pictures/${name}`,
    [at * 12, 240 - at * 12, (at * 50) % 250],
  ]);
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: await colouredFiles(Object.fromEntries(colours)),
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

const questions = (): RecordedRequest[] => provider.requests.filter(({ method }) => method === 'POST');
const promptOf = ({ body }: RecordedRequest): string => requestContent(body).text;

function says(text: string, { path, body }: RecordedRequest): Reply {
  const stream = (body as { stream?: boolean }).stream === true;
  return answerIn(path.endsWith('/responses') ? 'responses' : 'chat.completions', [text], { stream });
}

const refused = refusal(400, { message: 'This picture is not looked at.', code: 'content_policy_violation' });

/** Which rows the table shows, once it shows so many. */
async function showsRows(count: number): Promise<void> {
  await expect
    .poll(() => editor.run.content.locator('[role=grid]').getAttribute('aria-rowcount'))
    .toBe(`${count + 1}`);
}

test('with the price of the model the estimate says money, and the cap is in dollars', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  const cap = editor.run.content.getByRole('textbox', { name: 'Spending cap' });
  await cap.fill('1000');
  await editor.run.button('Set Price').click();
  await editor.quickInput.answer('$40');
  await editor.quickInput.message.filter({ hasText: 'of output' }).waitFor();
  await editor.quickInput.answer('160');
  await editor.run.says('$40.00 input, $160.00 output per million tokens');
  // A cap in tokens stays one until it is taken away.
  await editor.run.says('Clear the field to enter US dollars instead.');
  await cap.fill('2000');
  await cap.blur();
  await editor.run.says('Clear the field to enter US dollars instead.');
  await cap.fill('');
  await editor.run.says('US dollars. The run stops before it exceeds this.');
  provider.reset();
  await editor.run.button('Estimate').click();
  await editor.run.says(/About .* · \$0\.\d+ \(from 5 answers\)/);
  await editor.run.says('5 of 24 done');
  await editor.run.says('Partly done');
  expect(questions()).toHaveLength(5);
  await editor.screenshot('review-price');
});

test('the cap in dollars stops the run before it spends more', async () => {
  const cap = editor.run.content.getByRole('textbox', { name: 'Spending cap' });
  await cap.fill('$0.000001');
  await cap.blur();
  provider.reset();
  await editor.run.button('Start').click();
  await editor.run.says('Stopped');
  await editor.run.says('Raise the spending cap and resume the run.');
  await editor.screenshot('review-cap-reached');
  expect(questions()).toHaveLength(0);
  await editor.run.content.getByText('Run settings').click();
  await cap.fill('');
});

test('Pause lets what is asked come to its end and asks nothing more; Resume asks the rest, each once', async () => {
  const gate = Promise.withResolvers<undefined>();
  provider.reset();
  provider.script(() => gate.promise);
  await editor.run.button('Resume').click();
  await expect.poll(() => questions().length).toBeGreaterThan(0);
  await editor.run.button('Pause').click();
  await editor.run.says('Paused');
  const asked = questions().length;
  gate.resolve(undefined);
  await editor.run.says(`${5 + asked} of 24 done`);
  await editor.statusItem(`${5 + asked} of 24 done`).waitFor();
  await editor.screenshot('review-paused');
  expect(questions()).toHaveLength(asked);

  provider.reset();
  const rest = Promise.withResolvers<undefined>();
  let refusals = 2;
  provider.script(() => rest.promise.then(() => (refusals-- > 0 ? refused : undefined)));
  await editor.run.button('Resume').click();
  await expect.poll(() => questions().length).toBeGreaterThan(0);
  // The end is told where the page is not in view.
  await editor.explorer.open('README.md');
  rest.resolve(undefined);
  await editor.notifications.toast('pictures: 24 of 24 done (2 failed).').waitFor();
  expect(questions()).toHaveLength(19 - asked);
});

test('BATCH-2: the failures are shown and asked about again, on the page and after it was closed', async () => {
  await editor.notifications.press('24 of 24 done (2 failed).', 'Show Failures');
  await showsRows(2);
  await editor.run.row('Failed').first().click();
  await editor.run.says('This picture is not looked at.');
  await editor.screenshot('review-failures');
  // What the person looks at afterwards is theirs.
  await editor.run.content.locator('label', { hasText: 'All' }).click();
  await showsRows(24);
  await editor.explorer.open('README.md');
  await editor.tab('pictures · test-model').click();
  await editor.run.says('24 of 24 done (2 failed)');
  await showsRows(24);

  provider.reset();
  const gate = Promise.withResolvers<undefined>();
  let refusals = 1;
  provider.script(() => gate.promise.then(() => (refusals-- > 0 ? refused : undefined)));
  await editor.run.button('Retry 2').click();
  await expect.poll(() => questions().length).toBeGreaterThan(0);

  await editor
    .tab('pictures · test-model')
    .getByRole('button', { name: /^Close/ })
    .click();
  gate.resolve(undefined);
  await editor.notifications.toast('pictures: 24 of 24 done (1 failed).').waitFor();
  expect(questions()).toHaveLength(2);
  provider.reset();
  await editor.notifications.press('24 of 24 done (1 failed).', 'Retry 1');
  await editor.notifications.toast('pictures: 24 of 24 done.').waitFor();
  expect(questions()).toHaveLength(1);
});

test('Ask Again asks one picture, or several, another question; nothing else is asked', async () => {
  await editor.runCommandAndChoose('Sightline: Resume Run', 'pictures');
  await editor.run.says('24 of 24 done');
  provider.reset();
  provider.script(request => says(`Answer to: ${promptOf(request)}`, request));
  await editor.run.row('a.png').click();
  await editor.run.button('Ask Again').click();
  await editor.quickInput.answer('What is in the middle?');
  await editor.run.row('a.png').filter({ hasText: 'Answer to: What is in the middle?' }).waitFor();
  expect(questions().map(promptOf)).toEqual(['What is in the middle?']);
  await editor.screenshot('review-asked-again');

  await editor.run.row('b.png').click();
  await editor.run.row('d.png').click({ modifiers: ['Shift'] });
  await editor.run.says('3 images selected');
  await editor.screenshot('review-several');
  await editor.run.content
    .getByRole('group', { name: 'Selection actions' })
    .getByRole('button', { name: 'Ask Again' })
    .click();
  await editor.quickInput.answer('Name it.');
  for (const name of ['b.png', 'c.png', 'd.png'])
    await editor.run.row(name).filter({ hasText: 'Answer to: Name it.' }).waitFor();
  expect(questions().map(promptOf).slice(1)).toEqual(['Name it.', 'Name it.', 'Name it.']);
});

test('Compare: two prompts side by side on a sample; the winner is run without asking the sample again', async () => {
  provider.reset();
  provider.script(request => says(`Tone ${questions().length}`, request));
  await editor.run.button('Compare…').click();
  await editor.quickInput.choose('Another Prompt…', 'Another Prompt');
  await editor.quickInput.answer('In one word.');
  await showsRows(20);
  await expect.poll(() => questions().length).toBe(20);
  await editor.run.row('Tone ').first().waitFor();
  await editor.run.button('Use Other').waitFor();
  await editor.run.row('Tone ').first().click();
  await editor.screenshot('review-compare-dark');
  await editor.setTheme('light');
  await editor.screenshot('review-compare-light');
  await editor.setWindowSize(760, 800);
  await editor.screenshot('review-compare-narrow');
  await editor.setWindowSize(1280, 800);
  await editor.run.button('Use Other').click();
  await editor.run.says('20 of 24 done');
  await showsRows(24);
  await editor.run.button('Start').click();
  await editor.run.says('24 of 24 done');
  expect(questions().map(promptOf)).toEqual(Array.from({ length: 24 }, () => 'In one word.'));
  await editor.screenshot('review-winner-light');
});

test('Compare: two models; the run keeps its own where that is chosen, and nothing is asked', async () => {
  provider.reset();
  provider.script(request => (request.method === 'POST' ? says('Another tone', request) : undefined));
  await editor.run.button('Compare…').click();
  await editor.quickInput.choose('Another Model…', 'Another Model');
  await editor.quickInput.choose('test-model-mini');
  await editor.run.says('Other: test-model-mini');
  await expect.poll(() => questions().length).toBe(20);
  await editor.run.button('Use This').click();
  await editor.run.says('24 of 24 done');
  await showsRows(24);
  expect(questions()).toHaveLength(20);
});
