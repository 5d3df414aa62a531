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
  return vscode.window.showQuickPick(items.map(inertItem), withInert(options, boxTexts));
}

/** A list to pick from that changes while it is shown; whatever text it is given is made inert. */
export function createQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return inertWhenSet(vscode.window.createQuickPick<T>());
}

/** Asks for a line of text; what the box says is made inert, also what it says of a value. */
export async function showInputBox(options: vscode.InputBoxOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({
    ...withInert(options, boxTexts),
    ...(options.validateInput === undefined
      ? {}
      : {
          validateInput: async (value: string) => inertValidation(await options.validateInput?.(value)),
        }),
  });
}

/** A box for a line of text that changes while it is shown; whatever text it is given is made inert. */
export function createInputBox(): vscode.InputBox {
  return inertWhenSet(vscode.window.createInputBox());
}

function inertItem<T extends vscode.QuickPickItem>(item: T): T {
  return withInert(item, itemTexts);
}

function inertValidation<T extends string | vscode.InputBoxValidationMessage | null | undefined>(said: T): T {
  if (typeof said === 'string') return inertText(said) as T;
  return said == null ? said : withInert(said, ['message']);
}

/** The editor's box, whose texts are made inert on their way in. */
function inertWhenSet<Box extends vscode.QuickInput>(box: Box): Box {
  return new Proxy(box, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
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
