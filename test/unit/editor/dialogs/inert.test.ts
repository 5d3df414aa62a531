import { ESLint, Linter } from 'eslint';
import { beforeEach, expect, test, vi } from 'vitest';

/** What the editor was given to show, as the doubles below saw it. */
const shown = vi.hoisted(() => ({
  texts: [] as unknown[],
  answer: undefined as ((texts: unknown) => unknown) | undefined,
}));

vi.mock('vscode', () => {
  const take = (...texts: unknown[]): Promise<unknown> => {
    shown.texts.push(...texts);
    return Promise.resolve(shown.answer?.(texts));
  };
  const box = (): object => ({ onDidAccept: () => undefined, show() {}, dispose() {} });
  const window = {
    showInformationMessage: take,
    showWarningMessage: take,
    showErrorMessage: take,
    showQuickPick: take,
    showInputBox: take,
    createQuickPick: box,
    createInputBox: box,
    createStatusBarItem: () => {
      const item = { show: () => shown.texts.push({ ...item }), hide() {}, dispose() {} };
      return item;
    },
    withProgress: (options: unknown, work: (progress: unknown, token: unknown) => unknown) => {
      shown.texts.push(options);
      return work(
        { report: (value: unknown) => shown.texts.push(value) },
        { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) },
      );
    },
  };
  return {
    window,
    ProgressLocation: { Notification: 15 },
    StatusBarAlignment: { Left: 1, Right: 2 },
    commands: { executeCommand: () => Promise.resolve() },
  };
});

const { StatusBarAlignment } = await import('vscode');
const { showInformation, showMessage, showWarning } =
  await import('../../../../src/editor/dialogs/messages.ts');
const quickInput = await import('../../../../src/editor/dialogs/quickInput.ts');
const { withProgress } = await import('../../../../src/editor/dialogs/progress.ts');
const { statusEntry } = await import('../../../../src/editor/dialogs/statusEntry.ts');
const { showError } = await import('../../../../src/editor/errorMessage.ts');
const { SightlineError } = await import('../../../../src/base/errors.ts');
const { inertText } = await import('../../../../src/editor/dialogs/inertText.ts');

/** A name that would be a link, an icon, and read backwards. */
const foreign = '[Fix it](command:workbench.action.quit?%5B%5D "now") $(trash) \u202Egpj.exe\u200B';

/** The editor's own expressions: `linkedText.ts` and `iconLabels.ts` of VS Code. */
const marks = [
  /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i,
  /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/,
  /[\u202A-\u202E\u2066-\u2069\u200B]/,
];

function expectInert(text: unknown): void {
  for (const mark of marks) expect(JSON.stringify(text)).not.toMatch(mark);
}

beforeEach(() => {
  shown.texts = [];
  shown.answer = undefined;
});

test('EDT-1: words of others are no link, no icon and not backwards, and look the same', () => {
  expectInert(inertText(foreign));
  expect(inertText(foreign).replaceAll('\u2060', '')).toBe(
    '[Fix it](command:workbench.action.quit?%5B%5D "now") $(trash) <U+202E>gpj.exe<U+200B>',
  );
  expect(inertText(inertText(foreign))).toBe(inertText(foreign));
  expect(inertText('a photo (1) [2].jpg\nand costs $5')).toBe('a photo (1) [2].jpg\nand costs $5');
  expect(inertText('👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می‌خواهم שלום ❤️')).toBe('👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می‌خواهم שלום ❤️');
});

test('EDT-1: notifications and dialogs', async () => {
  void showInformation(foreign);
  void showWarning(foreign, { modal: true, detail: foreign }, foreign);
  void showMessage('error', foreign, foreign);
  await showError(new SightlineError('badRequest', foreign, { hint: foreign }), foreign);
  expect(shown.texts.length).toBeGreaterThan(8);
  for (const text of shown.texts) expectInert(text);
});

test('EDT-1: a button comes back as it was given', async () => {
  shown.answer = texts => (texts as unknown[]).at(-1);
  expect(await showWarning('Sure?', { modal: true }, 'No', foreign)).toBe(foreign);
  expect(await showInformation('Sure?', foreign)).toBe(foreign);
});

test('EDT-1: quick picks and input boxes, also when they change', async () => {
  const item = { label: foreign, description: foreign, detail: foreign, model: foreign };
  shown.answer = texts => (texts as [unknown[]])[0][0];
  const picked = await quickInput.showQuickPick([item], { title: foreign, placeHolder: foreign });
  expect(picked?.model).toBe(foreign);
  const said = shown.texts.map(text =>
    JSON.stringify(text, (key, value: unknown) => (key === 'model' ? '' : value)),
  );
  expectInert(said);

  const picker = quickInput.createQuickPick<typeof item>();
  Object.assign(picker, { title: foreign, placeholder: foreign });
  picker.items = [item];
  expectInert([picker.title, picker.placeholder, picker.items[0]?.label, picker.items[0]?.detail]);
  expect(picker.items[0]?.model).toBe(foreign);

  const box = quickInput.createInputBox();
  box.value = foreign;
  Object.assign(box, { prompt: foreign, validationMessage: foreign });
  expectInert([box.prompt, box.validationMessage]);
  expect(box.value).toBe(foreign);

  shown.texts = [];
  await quickInput.showInputBox({ prompt: foreign, value: 'x', validateInput: () => foreign });
  const [options] = shown.texts as [{ prompt: string; validateInput: (value: string) => Promise<string> }];
  expectInert([options.prompt, await options.validateInput('')]);
});

test('EDT-1: progress and the status bar', async () => {
  await withProgress(foreign, progress => {
    progress.report({ message: foreign, increment: 1 });
    return Promise.resolve();
  });
  for (const text of shown.texts) expectInert(text);
  shown.texts = [];
  statusEntry({ id: 'x', name: 'X', command: 'x', alignment: StatusBarAlignment.Left }).show({
    icon: 'account',
    words: foreign,
    tooltip: foreign,
  });
  const [{ text, tooltip }] = shown.texts as [{ text: string; tooltip: string }];
  expect(text.startsWith('$(account) ')).toBe(true);
  expectInert([text.slice('$(account) '.length), tooltip]);
});

test('EDT-1: lint refuses another way to what reads marks', async () => {
  const file = 'src/editor/trust.ts';
  const { rules } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  const picked = { 'no-restricted-properties': rules?.['no-restricted-properties'] } as Linter.RulesRecord;
  const faults = (code: string): string[] =>
    new Linter()
      .verify(code, { rules: picked, languageOptions: { sourceType: 'module' } })
      .map(({ ruleId }) => ruleId ?? '');
  for (const code of [
    "import * as vscode from 'vscode'; vscode.window.showErrorMessage(name);",
    "import * as vscode from 'vscode'; const { showQuickPick } = vscode.window;",
    "import { window } from 'vscode'; window.showWarningMessage(name);",
    "import * as vscode from 'vscode'; new vscode.MarkdownString(name);",
    "import * as vscode from 'vscode'; vscode.window.createStatusBarItem('x');",
  ])
    expect(faults(code), code).not.toEqual([]);
  expect(faults("import * as vscode from 'vscode'; vscode.window.showOpenDialog();")).toEqual([]);
});
