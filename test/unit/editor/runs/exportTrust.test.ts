import { beforeEach, expect, test, vi } from 'vitest';
import type { Memento } from 'vscode';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';

/** An editor whose folder is not trusted, and what was done in it. */
const editor = vi.hoisted(() => ({
  chosen: [] as string[],
  done: [] as string[],
  offered: [] as { label: string; picked?: boolean; format?: { id: string } }[],
}));

vi.mock('vscode', () => {
  const say = (what: string) => () => {
    editor.done.push(what);
    return Promise.resolve(undefined);
  };
  return {
    workspace: { isTrusted: false },
    window: {
      showQuickPick: (items: typeof editor.offered) => {
        editor.done.push('pick');
        editor.offered = items;
        return Promise.resolve(items.filter(({ format }) => editor.chosen.includes(format?.id ?? '')));
      },
      showSaveDialog: say('save'),
      showOpenDialog: say('open'),
      showWarningMessage: say('warning'),
      withProgress: say('progress'),
    },
    commands: { executeCommand: say('command') },
    Uri: {
      parse: (location: string) => ({ path: location, toString: () => location }),
      joinPath: () => ({ path: '/x' }),
    },
    ProgressLocation: {},
    QuickPickItemKind: { Separator: -1 },
  };
});

const { exportRunFlow } = await import('../../../../src/editor/runs/flows/exportRun.ts');
const { exportFormats } = await import('../../../../src/runs/exports/exportFormats.ts');
const kept = new Map<string, unknown>();
const memory: Memento = {
  keys: () => [...kept.keys()],
  get: <T>(name: string, fallback?: T) => (kept.get(name) ?? fallback) as T,
  update: (name, value) => Promise.resolve(void kept.set(name, value)),
};
const record = {
  title: 'photos',
  skipped: [],
  rows: [
    {
      index: 0,
      state: 'described',
      accepted: true,
      picture: { location: 'file:///photos/a.png', name: 'a.png' },
    },
  ],
} as unknown as RunRecord;

beforeEach(() => {
  editor.done = [];
});

test('W27: where a folder is not trusted, an export that reads images or writes beside them asks for trust', async () => {
  const touching = exportFormats.filter(({ needsPictures, target }) => needsPictures || target !== 'file');
  expect(touching.map(({ id }) => id)).toEqual(['markdown', 'yolo', 'txt', 'caption', 'xmp', 'xmpCopies']);
  for (const { id } of touching) {
    editor.chosen = ['csv', id];
    editor.done = [];
    await exportRunFlow(record, '0', memory);
    expect(editor.done, id).toEqual(['pick', 'warning']);
  }
});

test('W27: text alone is exported into the file that the person names', async () => {
  editor.chosen = ['csv'];
  await exportRunFlow(record, '0', memory);
  expect(editor.done).toEqual(['pick', 'save']);
});

test('the last choice of formats is preset, and where something is accepted, that alone is offered', async () => {
  editor.chosen = ['csv', 'coco'];
  await exportRunFlow(record, '0', memory);
  await exportRunFlow(record, '0', memory);
  const picked = editor.offered.flatMap(({ picked: isPicked, format }) =>
    isPicked === true ? [format?.id] : [],
  );
  expect(picked).toEqual(['csv', 'coco']);
  expect(editor.offered.map(({ label }) => label)).toContain('Accepted Only (1)');
  const rows = record.rows.map(row => ({ ...row, accepted: false }));
  await exportRunFlow({ ...record, rows }, '0', memory);
  expect(editor.offered.some(({ label }) => label.startsWith('Accepted Only'))).toBe(false);
});
