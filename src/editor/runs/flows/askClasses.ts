import * as vscode from 'vscode';
import { classesFromDataYaml } from '../../../schema/dataYaml.ts';
import { scopeName } from '../chosenFiles.ts';
import { showInputBox, showQuickPick } from '../../dialogs/quickInput.ts';

interface ClassesItem extends vscode.QuickPickItem {
  read: () => Promise<string[] | undefined>;
}

/** Files of datasets that are offered. */
const mostOffered = 20;

/**
 * Asks for the classes that a form's fields may take: from a dataset's `data.yaml`, or typed.
 * @returns none where the person wants none, `undefined` where they turned away.
 */
export async function askClasses(needed: boolean): Promise<string[] | undefined> {
  const found = await vscode.workspace.findFiles('**/{data,dataset}.{yaml,yml}', undefined, mostOffered);
  const items: ClassesItem[] = [
    ...found.map(uri => ({
      label: vscode.workspace.asRelativePath(uri),
      iconPath: new vscode.ThemeIcon('symbol-enum'),
      detail: 'The classes of this dataset',
      read: () => classesIn(uri),
    })),
    {
      label: 'From a data.yaml…',
      iconPath: new vscode.ThemeIcon('folder-opened'),
      detail: 'The classes of a YOLO dataset',
      read: fromDialog,
    },
    {
      label: 'Type the Classes…',
      iconPath: new vscode.ThemeIcon('edit'),
      detail: 'With commas between them',
      read: typed,
    },
    ...(needed
      ? []
      : [
          {
            label: 'Any Words',
            iconPath: new vscode.ThemeIcon('circle-slash'),
            detail: 'Without a list of classes',
            read: () => Promise.resolve([]),
          },
        ]),
  ];
  const picked = await showQuickPick(items, {
    title: 'Classes',
    placeHolder: 'Which classes may an answer name?',
  });
  return picked?.read();
}

async function classesIn(uri: vscode.Uri): Promise<string[]> {
  return classesFromDataYaml(
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)),
    scopeName(uri),
  );
}

async function fromDialog(): Promise<string[] | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      openLabel: 'Use Its Classes',
      filters: { YAML: ['yaml', 'yml'], 'All files': ['*'] },
    })) ?? [];
  return file && classesIn(file);
}

async function typed(): Promise<string[] | undefined> {
  const text = await showInputBox({
    title: 'Classes',
    prompt: 'The classes, with commas between them',
    placeHolder: 'cat, dog, bird',
    ignoreFocusOut: true,
    validateInput: value => (split(value).length === 0 ? 'Type at least one class.' : undefined),
  });
  return text === undefined ? undefined : split(text);
}

function split(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map(name => name.trim()))].filter(Boolean);
}
