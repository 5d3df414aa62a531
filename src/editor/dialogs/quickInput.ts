import * as vscode from 'vscode';
import { inertText, withInert } from './inertText.ts';

/** Texts of a box and of its items that the editor draws with icons or links. */
const boxTexts = ['title', 'placeHolder', 'placeholder', 'prompt'] as const;
const itemTexts = ['label', 'description', 'detail', 'tooltip'] as const;

/** Lets the person pick among items; their texts are made inert, an icon is their `iconPath`. */
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions & { canPickMany: true },
): Promise<T[] | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | undefined>;
export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | T[] | undefined> {
  return nextStep(stays =>
    vscode.window.showQuickPick(items.map(inertItem), { ...stays, ...withInert(options, boxTexts) }),
  );
}

/**
 * A list to pick from that changes while it is shown; whatever text it is given is made inert.
 * @param keepsOrder The items stay in their order while the person filters them, instead of by where they match. The editor
 * has no typed name for that (`sortByLabel`, microsoft/vscode#73904); one that does not know it sorts as usual.
 */
export function createQuickPick<T extends vscode.QuickPickItem>({
  keepsOrder = false,
} = {}): vscode.QuickPick<T> {
  const order = keepsOrder ? { sortByLabel: false } : {};
  return inertWhenSet(Object.assign(vscode.window.createQuickPick<T>(), ifNextStep(), order));
}

/** Asks for a line of text; what the box says is made inert, also what it says of a value. */
export async function showInputBox(options: vscode.InputBoxOptions): Promise<string | undefined> {
  return nextStep(stays =>
    vscode.window.showInputBox({
      ...stays,
      ...withInert(options, boxTexts),
      ...(options.validateInput === undefined
        ? {}
        : {
            validateInput: async (value: string) => inertValidation(await options.validateInput?.(value)),
          }),
    }),
  );
}

/** A box for a line of text that changes while it is shown; whatever text it is given is made inert. */
export function createInputBox(): vscode.InputBox {
  return inertWhenSet(Object.assign(vscode.window.createInputBox(), ifNextStep()));
}

/** A box that opens so soon after another one was closed is the next step of the same dialogue, milliseconds. */
const stepPause = 10_000;
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * What keeps the next step of a dialogue open when the focus moves: the editor gives it back to the page or the text where
 * it was when the first step closed, and a page takes it late, when the next step is there already.
 */
function ifNextStep(): { ignoreFocusOut?: true } {
  return performance.now() - closedAt < stepPause ? { ignoreFocusOut: true } : {};
}

async function nextStep<T>(show: (stays: { ignoreFocusOut?: true }) => Thenable<T>): Promise<T> {
  try {
    return await show(ifNextStep());
  } finally {
    closedAt = performance.now();
  }
}

function inertItem<T extends vscode.QuickPickItem>(item: T): T {
  return withInert(item, itemTexts);
}

function inertValidation<T extends string | vscode.InputBoxValidationMessage | null | undefined>(
  result: T,
): T {
  if (typeof result === 'string') return inertText(result) as T;
  return result == null ? result : withInert(result, ['message']);
}

/** The editor's box, whose texts are made inert on their way in; it is closed once it is disposed of. */
function inertWhenSet<Box extends vscode.QuickInput>(box: Box): Box {
  return new Proxy(box, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'dispose') closedAt = performance.now();
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value: unknown) => Reflect.set(target, name, inertMember(name, value), target),
  });
}

function inertMember(name: string | symbol, value: unknown): unknown {
  if (name === 'items') return (value as vscode.QuickPickItem[]).map(inertItem);
  if (name === 'validationMessage')
    return inertValidation(value as string | vscode.InputBoxValidationMessage | undefined);
  return typeof value === 'string' && boxTexts.some(text => text === name) ? inertText(value) : value;
}
