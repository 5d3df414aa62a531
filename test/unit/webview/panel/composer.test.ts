// @vitest-environment jsdom
import { h } from 'preact';
import { beforeEach, expect, test } from 'vitest';
import type { PictureView } from '../../../../src/protocol/conversation.ts';
import { Composer } from '../../../../src/webview/panel/composer/composer.tsx';
import { isRunning } from '../../../../src/webview/panel/entry/entryActions.ts';
import { emptyPanel, type PanelState } from '../../../../src/webview/panel/panelState.ts';
import { makeEntry } from './messages.ts';
import { mount, settle, type Mounted } from './panelActions.ts';

const picture: PictureView = { id: 'p', name: 'lake.jpg', notes: [] };

// jsdom draws nothing.
Element.prototype.scrollIntoView = () => undefined;

let page: Mounted;
let submitted: string[];
let typed: string[];
beforeEach(() => {
  page = mount();
  submitted = [];
  typed = [];
});

function show(state: Partial<PanelState> = {}): HTMLTextAreaElement {
  const { root } = page;
  page.show(
    h(Composer, {
      state: { ...emptyPanel, ...state },
      running: (state.entries ?? []).some(({ status }) => isRunning(status)),
      onDraft: text => typed.push(text),
      onSubmit: text => submitted.push(text),
    }),
  );
  const box = root.querySelector('textarea');
  if (!box) throw new Error('There is no text box.');
  return box;
}

/** Presses a key; returns whether the text box would have taken it itself. */
function press(box: HTMLElement, init: KeyboardEventInit): boolean {
  return box.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
  );
}

test('Enter sends, alone or with Control or Command; Shift makes a new line; a composition goes on', () => {
  const box = show({ draft: 'What is it?' });
  expect(press(box, { shiftKey: true })).toBe(true);
  expect(press(box, { isComposing: true })).toBe(true);
  expect(submitted).toEqual([]);
  for (const init of [{}, { ctrlKey: true }, { metaKey: true }]) expect(press(box, init)).toBe(false);
  expect(submitted).toEqual(['What is it?', 'What is it?', 'What is it?']);
});

test('with nothing to send, Send says so and does nothing', () => {
  const send = () => page.root.querySelector<HTMLButtonElement>('.send');
  press(show({ draft: ' \n ' }), {});
  send()?.click();
  expect(submitted).toEqual([]);
  expect(send()?.getAttribute('aria-disabled')).toBe('true');
  expect(send()?.title).toContain('Enter a question or add an image');
  // A picture alone is a question.
  show({ attachments: [picture] });
  expect(send()?.getAttribute('aria-disabled')).toBe('false');
  send()?.click();
  expect(submitted).toEqual(['']);
});

test('what is typed is told, and the text box shows the draft', () => {
  const box = show({ draft: 'half' });
  expect(box.value).toBe('half');
  box.value = 'half a';
  box.dispatchEvent(new Event('input', { bubbles: true }));
  expect(typed).toEqual(['half a']);
});

test('the host may ask for the focus; otherwise nothing takes it', async () => {
  const box = show();
  await settle();
  expect(document.activeElement).toBe(document.body);
  show({ focusInput: { serial: 1, value: undefined } });
  await settle();
  expect(document.activeElement).toBe(box);
});

test('chips show the pictures and the follow-up, each with a button that takes it away', () => {
  show({
    attachments: [picture],
    followUpOf: 'e',
    entries: [makeEntry('e', { prompt: 'Describe the lake.' })],
    model: { provider: 'OpenRouter', model: 'qwen', offline: false },
  });
  expect(page.root.querySelector('.follow-up')?.textContent).toContain('Describe the lake.');
  for (const button of page.root.querySelectorAll<HTMLElement>('.chip vscode-toolbar-button')) button.click();
  page.root.querySelector<HTMLElement>('.model-button')?.click();
  expect(page.posted).toEqual([
    { type: 'cancelFollowUp' },
    { type: 'removeAttachment', id: 'p' },
    { type: 'chooseModel' },
  ]);
  expect(page.root.querySelector('.model-button')?.getAttribute('aria-label')).toContain('OpenRouter, qwen');
});

test('while an answer is on its way, Send is Stop; with text in the box both are there', () => {
  const named = (name: string) => page.root.querySelector<HTMLElement>(`.send[aria-label=${name}]`);
  const entries = [makeEntry('e', { status: 'streaming' })];
  show({ entries });
  expect(named('Send')?.hidden).toBe(true);
  named('Stop')?.click();
  expect(page.posted).toEqual([{ type: 'stop' }]);
  show({ entries, draft: 'And now?' });
  expect([named('Send')?.hidden, named('Stop') === null]).toEqual([false, false]);
  show({ entries: [makeEntry('e', { status: 'complete' })] });
  expect(named('Stop')).toBeNull();
});

test('ArrowUp in the empty box brings the last question, and is left alone in one with text', () => {
  const entries = [makeEntry('a', { prompt: 'First?' }), makeEntry('b', { prompt: 'Second?' })];
  expect(press(show({ entries, draft: 'half' }), { key: 'ArrowUp' })).toBe(true);
  expect(typed).toEqual([]);
  expect(press(show({ entries, removed: new Set(['b']) }), { key: 'ArrowUp' })).toBe(false);
  expect(typed).toEqual(['First?']);
});

test('what goes along is named by its images; × leaves it out', () => {
  const lake = makeEntry('a', { pictures: [picture], status: 'complete' });
  const colour = makeEntry('b', { prompt: 'Which colour?', followUpOf: 'a', status: 'complete' });
  show({ entries: [lake, colour], followUpOf: 'b' });
  const chip = page.root.querySelector('.follow-up');
  expect(chip?.textContent).toBe('About lake.jpg');
  chip?.querySelector<HTMLElement>('vscode-toolbar-button')?.click();
  expect(page.posted).toEqual([{ type: 'cancelFollowUp' }]);
  show({ entries: [makeEntry('c', { prompt: 'Why?\nAnd how?' })], followUpOf: 'c' });
  expect(page.root.querySelector('.follow-up')?.textContent).toBe('Continues “Why?”');
});

test('the tokens of the whole conversation stand at the box', () => {
  const usage = { inputTokens: 1000, outputTokens: 20 };
  show({ entries: [makeEntry('a', { usage }), makeEntry('b', { usage }), makeEntry('c')] });
  expect(page.root.querySelector('.used')?.textContent).toBe('2,040 tokens');
  show({ entries: [makeEntry('c')] });
  expect(page.root.querySelector('.used')).toBeNull();
});

test('UX-3: what the conversation cost stands at the box, where the prices of all its models are known', () => {
  const usage = { inputTokens: 20_000, outputTokens: 1000 };
  const prices = { dear: { input: 0.5, output: 2 }, free: { input: 0, output: 0 } };
  const used = () => page.root.querySelector('.used')?.textContent;
  const dear = makeEntry('a', { usage, model: 'dear' });
  show({ prices, entries: [dear, makeEntry('b', { model: 'another' })] });
  expect(used()).toBe('21,000 tokens · $0.012');
  show({ prices, entries: [dear, makeEntry('b', { usage, model: 'free' })] });
  expect(used()).toBe('42,000 tokens · $0.012');
  show({ prices, entries: [dear, makeEntry('b', { usage, model: 'another' })] });
  expect(used()).toBe('42,000 tokens');
});

test('UX-3: what is open is offered; a click attaches it, × dismisses it, and what is attached can be removed', () => {
  const { root, posted } = page;
  const buttons = () => [...root.querySelectorAll<HTMLElement>('.attach, .offer vscode-toolbar-button')];
  const offers = [
    { kind: 'image' as const, name: 'lake.jpg' },
    { kind: 'selection' as const, name: 'priceOfOrder.ts:1–12' },
  ];
  show({ offers });
  expect(buttons().map(({ title }) => title)).toEqual([
    'Add lake.jpg to the question',
    'Dismiss lake.jpg',
    'Add priceOfOrder.ts:1–12 to the question',
    'Dismiss priceOfOrder.ts:1–12',
  ]);
  for (const button of buttons()) button.click();
  expect(posted).toEqual([
    { type: 'attachOffer', kind: 'image', name: 'lake.jpg' },
    { type: 'dismissOffer', kind: 'image' },
    { type: 'attachOffer', kind: 'selection', name: 'priceOfOrder.ts:1–12' },
    { type: 'dismissOffer', kind: 'selection' },
  ]);
  show({ selection: 'priceOfOrder.ts:1–12' });
  expect(root.querySelector('[aria-label="Attached selection"]')?.textContent).toBe('priceOfOrder.ts:1–12');
  root.querySelector<HTMLElement>('.chip vscode-toolbar-button')?.click();
  expect(posted.at(-1)).toEqual({ type: 'detachSelection' });
});

test('UX-18: a button that a key presses as well says so in its tooltip, and to what reads aloud', () => {
  show({ draft: 'Why?', entries: [makeEntry('a', { status: 'streaming' })] });
  const said = [...page.root.querySelectorAll<HTMLElement>('.send')].map(button => [
    button.title,
    button.getAttribute('aria-keyshortcuts'),
  ]);
  expect(said).toEqual([
    ['Stop (Escape)', 'Escape'],
    ['Send (Enter)', 'Enter'],
  ]);
});

test('a slash offers the templates; arrows and Enter choose one, Escape closes the list', async () => {
  const templates = [
    { id: 'Explain', name: 'Explain', prompt: 'Explain this {language}.' },
    { id: 'Improve', name: 'Improve', prompt: 'Rewrite this.' },
    { id: 'file:a.prompt.md', name: 'A', prompt: 'Say it.', place: 'a.prompt.md', saysHow: true },
    {
      id: 'file:b.prompt.md',
      name: 'B',
      prompt: 'b.prompt.md, line 2: no.',
      place: 'b.prompt.md',
      isWrong: true,
    },
  ];
  const options = () => [...page.root.querySelectorAll('[role=option]')];
  const selected = () =>
    page.root.querySelector(
      `#${page.root.querySelector('textarea')?.getAttribute('aria-activedescendant') ?? 'none'}`,
    )?.textContent;
  const box = show({ draft: '/', templates });
  await settle();
  expect(page.posted).toContainEqual({ type: 'templates' });
  expect(options()).toHaveLength(4);
  expect(selected()).toContain('Explain');
  expect(press(box, { key: 'ArrowDown' })).toBe(false);
  await settle();
  expect(selected()).toContain('Improve');
  expect(press(box, {})).toBe(false);
  expect(page.posted).toContainEqual({ type: 'template', id: 'Improve' });
  expect(typed).toEqual(['']);
  expect(submitted).toEqual([]);
  show({ draft: '/impr', templates, attachments: [picture] });
  await settle();
  expect(options()).toHaveLength(1);
  press(box, {});
  expect(typed.at(-1)).toBe('Rewrite this.');
  press(box, { key: 'Escape' });
  await settle();
  expect(options()).toEqual([]);
  // What a file names beside the prompt would be lost in the box.
  for (const [draft, id] of [
    ['/a', 'file:a.prompt.md'],
    ['/b', 'file:b.prompt.md'],
  ] as const) {
    show({ draft: '' });
    await settle();
    show({ draft, templates: templates.slice(2), attachments: [picture] });
    await settle();
    press(box, {});
    expect(typed.at(-1)).toBe('');
    expect(page.posted).toContainEqual({ type: 'template', id });
  }
});
