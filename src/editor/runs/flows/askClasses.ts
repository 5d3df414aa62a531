import { t } from '../../../base/l10n.ts';
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
      detail: t('Classes of this dataset'),
      read: () => classesIn(uri),
    })),
    {
      label: t('From data.yaml…'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
      detail: t('Classes of a YOLO dataset'),
      read: fromDialog,
    },
    {
      label: t('Enter Classes…'),
      iconPath: new vscode.ThemeIcon('edit'),
      detail: t('Separated by commas'),
      read: typed,
    },
    ...(needed
      ? []
      : [
          {
            label: t('No Fixed Classes'),
            iconPath: new vscode.ThemeIcon('circle-slash'),
            detail: t('Answers may name any class'),
            read: () => Promise.resolve([]),
          },
        ]),
  ];
  const picked = await showQuickPick(items, {
    title: t('Classes'),
    placeHolder: t('Select the classes that an answer may contain'),
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
      openLabel: t('Use Classes'),
      filters: { YAML: ['yaml', 'yml'], 'All Files': ['*'] },
    })) ?? [];
  return file && classesIn(file);
}

async function typed(): Promise<string[] | undefined> {
  const text = await showInputBox({
    title: t('Classes'),
    prompt: t('Classes, separated by commas'),
    placeHolder: t('cat, dog, bird'),
    ignoreFocusOut: true,
    validateInput: value => (split(value).length === 0 ? t('Enter at least one class.') : undefined),
  });
  return text === undefined ? undefined : split(text);
}

function split(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map(name => name.trim()))].filter(Boolean);
}
