import { beforeEach, expect, test, vi } from 'vitest';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';

/** An editor whose folder is not trusted, and what was done in it. */
const editor = vi.hoisted(() => ({ chosen: [] as string[], done: [] as string[] }));

vi.mock('vscode', () => {
  const say = (what: string) => () => {
    editor.done.push(what);
    return Promise.resolve(undefined);
  };
  return {
    workspace: { isTrusted: false },
    window: {
      showQuickPick: (items: { format?: { id: string } }[]) => {
        editor.done.push('pick');
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
  };
});

const { exportRunFlow } = await import('../../../../src/editor/runs/flows/exportRun.ts');
const { exportFormats } = await import('../../../../src/runs/exports/exportFormats.ts');
const record = {
  title: 'photos',
  rows: [{ index: 0, picture: { location: 'file:///photos/a.png', name: 'a.png' } }],
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
    await exportRunFlow(record, '0');
    expect(editor.done, id).toEqual(['pick', 'warning']);
  }
});

test('W27: text alone is exported into the file that the person names', async () => {
  editor.chosen = ['csv'];
  await exportRunFlow(record, '0');
  expect(editor.done).toEqual(['pick', 'save']);
});
