// @vitest-environment jsdom
import { h } from 'preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '../../../../src/protocol/conversation.ts';
import { EntryView } from '../../../../src/webview/panel/entry/entryView.tsx';
import { makeEntry } from './messages.ts';
import { mount, settle, type Mounted } from './panelActions.ts';

let page: Mounted;
beforeEach(() => {
  page = mount();
});
afterEach(() => void vi.useRealTimers());

function show(rest: Partial<Entry>): void {
  page.show(h(EntryView, { entry: makeEntry('e', rest), number: 1, follows: undefined }));
}

const action = (id: string) => page.root.querySelector<HTMLElement>(`[data-action=${id}]`);
const buttons = () => [...page.root.querySelectorAll<HTMLElement>('vscode-button')];

test('a failed answer keeps its text and says why, with a button for each remedy', () => {
  show({
    ...{ status: 'failed', text: 'Four bars; the th' },
    error: {
      message: 'Too many requests.',
      hint: 'Wait.',
      remedies: ['chooseModel', 'setProviderKey', 'trustFolder'],
    },
  });
  expect(page.root.querySelector('.markdown')?.textContent).toBe('Four bars; the th');
  expect(page.root.querySelector('.failure')?.textContent).toMatch(
    /Request failed.*Too many requests\..*Wait\./,
  );
  expect(buttons().map(button => button.textContent)).toEqual([
    'Choose Model',
    'Set Provider Key',
    'Trust Folder',
  ]);
  for (const button of buttons()) button.click();
  expect(page.posted).toEqual(
    (['chooseModel', 'setProviderKey', 'trustFolder'] as const).map(remedy => ({
      type: 'remedy',
      id: 'e',
      remedy,
    })),
  );
});

test('Retry counts down to the moment the provider asked for', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const error = { message: 'Too many requests.', remedies: ['retry' as const], retryAt: Date.now() + 2500 };
  show({ status: 'failed', error });
  await settle();
  expect(buttons()[0]?.textContent).toBe('Retry in 3 s');
  buttons()[0]?.click();
  expect(page.posted).toEqual([]);
  vi.advanceTimersByTime(1000);
  await settle();
  expect(buttons()[0]?.textContent).toBe('Retry in 2 s');
  vi.advanceTimersByTime(2000);
  await settle();
  expect(buttons()[0]?.textContent).toBe('Retry');
  buttons()[0]?.click();
  expect(page.posted).toEqual([{ type: 'remedy', id: 'e', remedy: 'retry' }]);
});

test('how far an answer is stands there in words', () => {
  for (const [status, words] of Object.entries({
    preparing: 'Preparing images…',
    waiting: 'Waiting for answer…',
    streaming: 'Answering…',
    incomplete: 'The answer was truncated',
    failed: 'Request failed',
    stopped: 'Stopped',
  })) {
    show({ status: status as Entry['status'], startedAt: Date.now() });
    expect(page.root.querySelector('.status > span:not(.codicon)')?.textContent).toBe(words);
  }
  show({ status: 'complete' });
  expect(page.root.querySelector('.status')).toBeNull();
});

test('the time waited so far counts from the start of the request', async () => {
  show({ status: 'waiting', startedAt: Date.now() - 330_400 });
  await settle();
  expect(page.root.querySelector('.elapsed')?.textContent).toBe('5 min 30 s');
});

test('one of many that waits for its turn is queued, without a clock and with nothing to stop', () => {
  show({ status: 'preparing' });
  expect(page.root.querySelector('.status')?.textContent).toBe('Queued');
  expect(page.root.querySelector('.codicon-modifier-spin')).toBeNull();
});

test('Stop stands beside the progress and goes with it, so that nothing comes to lie under the pointer; the entry has the focus then', () => {
  show({ status: 'streaming', text: 'A', startedAt: Date.now() });
  const before = [...page.root.querySelectorAll('.toolbar button')].map(button => button.ariaLabel);
  const stop = page.root.querySelector<HTMLElement>('.status button');
  stop?.focus();
  stop?.click();
  expect(page.posted).toEqual([{ type: 'entry', id: 'e', action: 'stop' }]);
  show({ status: 'complete', text: 'A' });
  expect(document.activeElement).toBe(page.root.querySelector('article'));
  const after = [...page.root.querySelectorAll('.toolbar button')].map(button => button.ariaLabel);
  expect(after[0]).toBe(before[0]);
});

test('the toolbar is one stop of the Tab key, and the arrows walk in it', () => {
  show({ status: 'stopped', text: 'A' });
  action('copy')?.focus();

  const key = (name: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
  key('ArrowRight');
  expect(document.activeElement).toBe(action('insert'));
  key('Home');
  key('ArrowLeft');
  expect(document.activeElement).toBe(action('remove'));
});

test('"What Was Sent" is shown by the panel, the other actions are the host’s', () => {
  show({ status: 'complete', text: 'A', fromSelection: true });
  for (const id of ['copy', 'replaceSelection', 'showSent', 'remove']) action(id)?.click();
  expect(page.told).toEqual(['sent e']);
  expect(page.posted.map(message => message.type === 'entry' && message.action)).toEqual([
    'copy',
    'replaceSelection',
    'remove',
  ]);
});

test('a long prompt is folded, and reasoning is drawn only when it is opened', async () => {
  show({
    prompt: Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n'),
    reasoning: 'Because *so*.',
  });
  expect(page.root.querySelector('.prompt')?.textContent).not.toContain('line 40');
  const unfold = page.root.querySelector<HTMLElement>('.text-button');
  expect(unfold?.textContent).toBe('Show all 60 lines');
  unfold?.click();
  await settle();
  expect(page.root.querySelector('.prompt')?.textContent).toContain('line 59');

  expect(page.root.querySelector('summary')?.textContent).toBe('Thinking…');
  show({ reasoning: 'Because *so*.', text: 'A', status: 'complete', thoughtSeconds: 5.2 });
  expect(page.root.querySelector('summary')?.textContent).toBe('Thought for 5.2 s');
  const details = page.root.querySelector('details');
  expect(details?.textContent).not.toContain('Because');
  if (details) details.open = true;
  await settle();
  expect(details?.querySelector('em')?.textContent).toBe('so');
});

test('pictures show what is known of them', () => {
  const thumbnail = 'data:image/jpeg;base64,AAAA';
  show({
    pictures: [
      {
        id: 'a',
        name: 'lake.jpg',
        width: 1600,
        height: 1067,
        byteLength: 51_966,
        thumbnail,
        notes: ['First frame'],
      },
      { id: 'b', name: 'unread.tif', notes: [] },
    ],
  });
  const captions = [...page.root.querySelectorAll('.pictures figcaption')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );
  expect(captions).toEqual([['lake.jpg', '1,600 × 1,067 px', '50.7 KB', 'First frame'], ['unread.tif']]);
  expect([...page.root.querySelectorAll('img')].map(({ src }) => src)).toEqual([thumbnail]);
});

test('W15: the question that is followed up stays within its quotation marks, whichever way it is written', () => {
  page.show(h(EntryView, { entry: makeEntry('e', {}), number: 2, follows: 'מה רואים?' }));
  expect(page.root.querySelector('.follows bdi')?.textContent).toBe('מה רואים?');
});

test('a right click on an entry gives what fits it, with what is selected', () => {
  const told = () =>
    JSON.parse(page.root.querySelector('article')?.dataset['vscodeContext'] ?? '{}') as Record<
      string,
      unknown
    >;
  show({ status: 'complete', text: 'A lake.' });
  expect(told()).toMatchObject({
    ...{ webviewSection: 'sightline.entry', preventDefaultContextMenuItems: true, entry: 'e', selected: '' },
    ...{ entryHasText: true, entryEnded: true, entryHasFile: false },
  });
  const answer = page.root.querySelector('.markdown p');
  if (answer) getSelection()?.selectAllChildren(answer);
  page.root.querySelector('article')?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
  expect(told()).toMatchObject({ selected: 'A lake.' });
  getSelection()?.removeAllRanges();
});

test('attempts that failed are one line, and an answer without a word is not called truncated', () => {
  const tried = { count: 3, at: new Date(2026, 0, 1, 16, 24).getTime() };
  show({ status: 'failed', error: { message: 'Overloaded.', remedies: [], tried } });
  expect(page.root.querySelector('.failure')?.textContent).toContain('Tried 3 times, last at 16:24');
  show({
    status: 'incomplete',
    text: '',
    error: { message: 'The model returned an empty answer.', remedies: [] },
  });
  expect(page.root.querySelector('.failure .title')?.textContent).toBe('No answer');
});

test('UX-15: under an answer without a model one is offered', () => {
  const entry = makeEntry('e', { status: 'complete', text: 'Dark teal.' });
  page.show(h(EntryView, { entry, number: 1, follows: undefined }));
  expect(buttons()).toHaveLength(0);
  page.show(h(EntryView, { entry, number: 1, follows: undefined, offersModel: true }));
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Choose Model']);
});
