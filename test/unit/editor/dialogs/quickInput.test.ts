import { expect, test, vi } from 'vitest';

/** The options that the editor was given for each box. */
const shown = vi.hoisted(() => [] as { title?: string; ignoreFocusOut?: boolean; dispose?: () => void }[]);

vi.mock('vscode', () => {
  const box = (): object => {
    const made = { show() {}, dispose() {} };
    shown.push(made);
    return made;
  };
  const ask = (options: object): Promise<string> => {
    shown.push(options);
    return Promise.resolve('x');
  };
  return {
    window: {
      showQuickPick: (_items: unknown, options: object) => ask(options),
      showInputBox: ask,
      createQuickPick: box,
      createInputBox: box,
    },
  };
});

const { createInputBox, createQuickPick, showInputBox, showQuickPick } =
  await import('../../../../src/editor/dialogs/quickInput.ts');

test('a first box closes when the person turns elsewhere; the next step stays, though a page takes the focus back late', async () => {
  vi.useFakeTimers();
  await showQuickPick([{ label: 'a' }], { title: 'First' });
  await showInputBox({ title: 'Second' });
  createQuickPick().dispose();
  createInputBox();
  expect(shown.map(({ ignoreFocusOut = false }) => ignoreFocusOut)).toEqual([false, true, true, true]);
  vi.advanceTimersByTime(60_000);
  await showQuickPick([{ label: 'a' }], { title: 'Another dialogue' });
  expect(shown.at(-1)?.ignoreFocusOut).toBeUndefined();
  vi.useRealTimers();
});
