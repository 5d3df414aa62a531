// @vitest-environment jsdom
import { h, type ComponentChild } from 'preact';
import { expect, test } from 'vitest';
import { Composer } from '../../../src/webview/panel/composer/composer.tsx';
import { EntryView } from '../../../src/webview/panel/entry/entryView.tsx';
import { emptyPanel } from '../../../src/webview/panel/panelState.ts';
import { FactsList, NotSent } from '../../../src/webview/picture/factsList.tsx';
import { Failed, Reading } from '../../../src/webview/picture/pictureTrouble.tsx';
import { ComparisonBar } from '../../../src/webview/run/comparisonBar.tsx';
import { DetailsText } from '../../../src/webview/run/details/detailsText.tsx';
import { RunHeader } from '../../../src/webview/run/header/runHeader.tsx';
import { RunContext } from '../../../src/webview/run/runContext.ts';
import { RunPageStore } from '../../../src/webview/run/state/runStore.ts';
import { tableColumns } from '../../../src/webview/run/table/columns.ts';
import { TableRow } from '../../../src/webview/run/table/tableRow.tsx';
import { FileName } from '../../../src/webview/shared/fileName.tsx';
import { Announcer } from '../../../src/webview/shared/toast.tsx';
import { makeRow, makeRun } from '../../support/runPage/scriptedRows.ts';
import { makeEntry } from './panel/messages.ts';
import { mount } from './panel/panelActions.ts';

/** Words of others, in a script that is written from right to left. */
const foreign = 'שלום';

/** The words of others on a page that are not set the way of their own letters. */
function setTheWrongWay(root: HTMLElement): string[] {
  const wrong: string[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent?.includes(foreign) || parent?.closest('.only-read')) continue;
    if (!parent?.closest('bdi, [dir]')) wrong.push(parent?.outerHTML ?? '');
  }
  return wrong;
}

function wrongIn(part: ComponentChild): string[] {
  const { root, show } = mount();
  show(part);
  expect(root.textContent).toContain(foreign);
  return setTheWrongWay(root);
}

test('EDT-7: words of others in the panel are set the way of their own letters', () => {
  const picture = { id: 'p', name: foreign, notes: [foreign] };
  const entry = makeEntry('e', {
    ...{ prompt: foreign, provider: foreign, model: foreign, status: 'failed', notices: [foreign] },
    ...{ pictures: [picture], error: { message: foreign, hint: foreign, remedies: [] } },
    text: [
      ...[`# ${foreign}`, foreign, `- ${foreign}\n  - ${foreign}`, `1. ${foreign}`, `> ${foreign}`],
      ...[`| ${foreign} | b |\n|---|---|\n| a | ${foreign} |`, `\`${foreign}\``, `![${foreign}](x)`],
      `\`\`\`${foreign}\n${foreign}\n\`\`\``,
    ].join('\n\n'),
  });
  expect(wrongIn(h(EntryView, { entry, number: 1, follows: foreign }))).toEqual([]);
  const state = {
    ...{ ...emptyPanel, entries: [entry], followUpOf: 'e', attachments: [picture] },
    model: { provider: foreign, model: foreign, offline: false },
  };
  const composer = h(Composer, { state, running: true, onDraft: () => undefined, onSubmit: () => undefined });
  expect(wrongIn(composer)).toEqual([]);
  expect(document.querySelector('textarea')?.dir).toBe('auto');
  const announcement = { serial: 1, value: foreign };
  expect(wrongIn([h(Announcer, { announcement, toast: announcement }), h('bdi', null, foreign)])).toEqual([]);
});

test('EDT-7: a list is set as a whole, with its marks; code is not', () => {
  const { root, show } = mount();
  const text = `- ${foreign}\n  - a\n\n\`\`\`\n${foreign}\n\`\`\``;
  show(h(EntryView, { entry: makeEntry('e', { text }), number: 1, follows: undefined }));
  const answer = root.querySelector('.markdown');
  expect(answer?.querySelector('ul')?.dir).toBe('auto');
  // One of their own would keep its letters from the list's.
  expect(answer?.querySelector('ul [dir]')).toBeNull();
  expect(answer?.querySelector('pre')?.dir).toBe('ltr');
});

test('UX-10: the columns of a table begin on the side of its first letters', () => {
  const { root, show } = mount();
  const direction = (text: string) => {
    show(h(EntryView, { entry: makeEntry(text, { text }), number: 1, follows: undefined }));
    return root.querySelector<HTMLElement>('.table-scroll')?.dir;
  };
  expect(direction(`| ${foreign} | a |\n|---|---|\n| a | b |`)).toBe('rtl');
  expect(direction(`| a | ${foreign} |\n|---|---|\n| ${foreign} | b |`)).toBe('ltr');
  expect(direction('| 1 | 2 |\n|---|---|\n| 3 | 4 |')).toBe('');
});

test('the name of a file is whole, and may break behind its marks', () => {
  const { root, show } = mount();
  show(h(FileName, { name: 'IMG_2026-07.final.jpg' }));
  expect(root.textContent).toBe('IMG_2026-07.final.jpg');
  expect(root.innerHTML).toBe('IMG_<wbr>2026-<wbr>07.<wbr>final.<wbr>jpg');
});

test('EDT-7: words of others on the page of a run are set the way of their own letters', () => {
  const run = makeRun({
    ...{ title: foreign, prompt: foreign, message: foreign, hint: foreign, columns: [foreign] },
    comparedWith: { prompt: foreign, model: foreign },
  });
  const post = (): void => undefined;
  const store = new RunPageStore({ post, schedule: paint => paint(), saved: undefined });
  const onRun = (part: ComponentChild) => h(RunContext.Provider, { value: { store, post } }, part);
  expect(wrongIn(onRun(h(RunHeader, { run, post })))).toEqual([]);
  expect(wrongIn(onRun(h(ComparisonBar, { run })))).toEqual([]);
  const rows = [
    makeRow(0, { name: foreign, state: 'described', text: foreign, notes: [foreign], columns: [foreign] }),
    makeRow(1, {
      name: foreign,
      state: 'described',
      text: foreign,
      other: { state: 'described', text: foreign },
    }),
    makeRow(2, { name: foreign, state: 'failed', failure: { message: foreign, hint: foreign } }),
  ];
  for (const row of rows) {
    expect(wrongIn(onRun(h(DetailsText, { row, run })))).toEqual([]);
    const place = { row, position: 0, columns: tableColumns(run, 'wide'), picture: null, selected: false };
    const acts = {
      several: false,
      run: 'r',
      tabStop: false,
      top: 0,
      onChoose: () => undefined,
      onOpen: () => undefined,
    };
    expect(wrongIn(h(TableRow, { ...place, ...acts }))).toEqual([]);
  }
});

test('EDT-7: words of others in the image viewer are set the way of their own letters', () => {
  const facts = [{ name: 'Name', value: foreign }];
  expect(wrongIn(h(FactsList, { title: 'Image details', facts, notes: [foreign] }))).toEqual([]);
  expect(wrongIn(h(NotSent, { removed: [foreign] }))).toEqual([]);
  const post = (): void => undefined;
  expect(wrongIn(h(Failed, { failed: { type: 'failed', message: foreign, hint: foreign }, post }))).toEqual(
    [],
  );
  expect(wrongIn(h(Reading, { reading: { type: 'reading', name: foreign }, post }))).toEqual([]);
});
