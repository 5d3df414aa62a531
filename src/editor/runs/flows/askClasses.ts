import { baseName } from '../../../base/baseName.ts';
import * as vscode from 'vscode';
import { classesFromDataYaml } from '../../../schema/dataYaml.ts';
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
      detail: 'Classes of this dataset',
      read: () => classesIn(uri),
    })),
    {
      label: 'From data.yaml…',
      iconPath: new vscode.ThemeIcon('folder-opened'),
      detail: 'Classes of a YOLO dataset',
      read: fromDialog,
    },
    {
      label: 'Enter Classes…',
      iconPath: new vscode.ThemeIcon('edit'),
      detail: 'Separated by commas',
      read: typed,
    },
    ...(needed
      ? []
      : [
          {
            label: 'No Fixed Classes',
            iconPath: new vscode.ThemeIcon('circle-slash'),
            detail: 'Answers may name any class',
            read: () => Promise.resolve([]),
          },
        ]),
  ];
  const picked = await showQuickPick(items, {
    title: 'Classes',
    placeHolder: 'Select the classes that an answer may contain',
  });
  return picked?.read();
}

async function classesIn(uri: vscode.Uri): Promise<string[]> {
  return classesFromDataYaml(
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)),
    baseName(uri.path),
  );
}

async function fromDialog(): Promise<string[] | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      openLabel: 'Use Classes',
      filters: { YAML: ['yaml', 'yml'], 'All Files': ['*'] },
    })) ?? [];
  return file && classesIn(file);
}

async function typed(): Promise<string[] | undefined> {
  const text = await showInputBox({
    title: 'Classes',
    prompt: 'Classes, separated by commas',
    placeHolder: 'cat, dog, bird',
    ignoreFocusOut: true,
    validateInput: value => (split(value).length === 0 ? 'Enter at least one class.' : undefined),
  });
  return text === undefined ? undefined : split(text);
}

function split(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map(name => name.trim()))].filter(Boolean);
}
