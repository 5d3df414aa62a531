import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  chatChunk,
  data,
  eventStream,
  refusal,
  startTestProvider,
  type TestProvider,
} from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({ settings: { ...settingsFor(provider.url), 'sightline.maxRetries': 0 } });
  await editor.runCommand('Sightline: Open Panel');
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

function chunk(text: string): string {
  return data(chatChunk({ content: text }));
}

test('STREAM-7: Stop ends the request; the text stays; the next question starts at once', async () => {
  const steps = Array.from({ length: 400 }, (_, i) => [chunk(`w${i} `), { pauseMs: 100 }]).flat();
  provider.script(eventStream(...steps));
  await editor.ask('Count');
  await editor.lastEntry.getByText('w4').waitFor();
  await editor.screenshot('streaming');
  await editor.lastEntry.getByRole('button', { name: 'Stop' }).click();
  expect(await provider.requests[0]?.closedEarly).toBe(true);
  await editor.lastEntry
    .getByText(/stopped/i)
    .first()
    .waitFor();
  expect(await editor.lastEntry.locator('.answer').innerText()).toContain('w0 w1 w2');
  await editor.ask('Next');
  await editor.lastEntry.getByText('You wrote: Next').waitFor();
});

test('WEB-2: hiding the panel while the answer streams loses nothing', async () => {
  let release = (): void => undefined;
  const hidden = new Promise<void>(resolve => (release = resolve));
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => [chunk(`${from + i} `), { pauseMs: 5 }]).flat();
  provider.script(
    eventStream(
      ...numbers(1, 20),
      { until: hidden },
      ...numbers(21, 200),
      data(chatChunk({}, 'stop')),
      data('[DONE]'),
    ),
  );
  await editor.ask('Count to 200');
  await editor.lastEntry.getByText('19 20').waitFor();
  await editor.runCommand('View: Hide Secondary Side Bar');
  await editor.panelIsHidden();
  release();
  expect(await provider.requests[0]?.closedEarly).toBe(false);
  await editor.runCommand('Sightline: Open Panel');
  await editor.lastEntry.getByText('199 200').waitFor();
  const expected = Array.from({ length: 200 }, (_, i) => String(i + 1)).join(' ');
  expect(await editor.lastEntry.locator('.answer').innerText()).toContain(expected);
});

test('EDT-4, UX-6: with the panel closed the request goes on, and the status bar says so and stops it', async () => {
  provider.script(eventStream(chunk('So far.'), { pauseMs: 600_000 }));
  await editor.ask('Wait');
  await editor.lastEntry.getByText('So far.').waitFor();
  const status = editor.status('1 request in progress');
  await status.waitFor();
  await editor.runCommand('View: Hide Secondary Side Bar');
  await editor.panelIsHidden();
  await editor.screenshot('request-in-status-bar');
  await status.click();
  await editor.quickInput.row('Open Panel').waitFor();
  await editor.screenshot('request-stop-or-open');
  await editor.quickInput.choose('Stop 1 Request');
  expect(await provider.requests[0]?.closedEarly).toBe(true);
  await status.waitFor({ state: 'detached' });
  await editor.runCommand('Sightline: Open Panel');
  await editor.lastEntry.getByText('So far.').waitFor();
});

test('WEB-3: showing an answer never causes a request; a picture in it is a placeholder', async () => {
  const leak = `${provider.url.replace('/v1', '')}/p.png?leak=abc`;
  provider.script(
    eventStream(
      chunk(`before ![x](${leak}) after [a link](https://example.com/page) <img src="${leak}">`),
      data(chatChunk({}, 'stop')),
      data('[DONE]'),
    ),
  );
  await editor.ask('Leak');
  await editor.lastEntry.getByText('before').waitFor();
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
  expect(await editor.lastEntry.getByRole('link', { name: /a link/ }).getAttribute('title')).toContain(
    'example.com/page',
  );
  expect(await editor.lastEntry.locator('.answer img').count()).toBe(0);
  expect(provider.requests.map(({ method }) => method)).toEqual(['POST']);
});

test('WEB-1: the panel breaks no policy', () => {
  expect(
    editor.consoleLines.filter(
      line => /Content Security Policy/i.test(line) && /webview|sightline/i.test(line),
    ),
  ).toEqual([]);
});

test('STREAM-2: a failure keeps its text, says the reason, and a retry answers', async () => {
  provider.script(
    eventStream(chunk('A beginning'), data({ error: { message: 'Provider overloaded', code: 502 } })),
  );
  await editor.ask('Fail');
  await editor.lastEntry.getByText(/Provider overloaded/).waitFor();
  expect(await editor.lastEntry.locator('.answer').innerText()).toContain('A beginning');
  await editor.screenshot('failed');
  await editor.lastEntry.locator('.failure').getByRole('button', { name: 'Retry' }).click();
  await editor.lastEntry.getByText('You wrote: Fail').waitFor();
  expect(await editor.lastEntry.getByText(/Provider overloaded/).count()).toBe(0);
});

test('UX-9: a refusal for want of a key offers another model where the provider takes no key', async () => {
  provider.script(refusal(401, { message: 'Incorrect API key provided' }));
  await editor.ask('Key');
  await editor.lastEntry.getByRole('button', { name: 'Choose Model' }).waitFor();
  expect(await editor.lastEntry.getByRole('button', { name: 'Set Provider Key' }).count()).toBe(0);
  await editor.screenshot('key-refused');
});
