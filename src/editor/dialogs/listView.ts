import * as vscode from 'vscode';
import { inertText } from './inertText.ts';

/** What an entry of a list shows. */
export interface ListEntryView {
  id: string;
  label: string;
  description: string;
  tooltip: string;
  /** A codicon's name. */
  icon: string;
  /** What the menus of the entry go by. */
  contextValue: string;
  /** What a click does. */
  command: vscode.Command;
}

/** What a list is made from. */
export interface ListSource<T> {
  /** Asked for when the list is shown, and after each change. */
  entries: () => Promise<T[]>;
  view: (entry: T) => ListEntryView;
  onDidChange: vscode.Event<undefined>;
}

/** Fills a view of the manifest with a flat list; its texts are made inert. The commands of its menus are given the entry. */
export function listView<T>(id: string, { entries, view, onDidChange }: ListSource<T>): vscode.Disposable {
  return vscode.window.registerTreeDataProvider<T>(id, {
    onDidChangeTreeData: onDidChange,
    getChildren: element => (element === undefined ? entries() : []),
    getTreeItem(element) {
      const { label, description, tooltip, icon, ...rest } = view(element);
      return Object.assign(new vscode.TreeItem(inertText(label)), {
        ...rest,
        description: inertText(description),
        tooltip: inertText(tooltip),
        iconPath: new vscode.ThemeIcon(icon),
      });
    },
  });
}
