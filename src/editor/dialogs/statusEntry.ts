import * as vscode from 'vscode';
import { inertText } from './inertText.ts';

/** What an entry of the status bar is, whatever it shows. */
export interface StatusEntryOptions {
  id: string;
  /** As the status bar's own menu lists it. */
  name: string;
  command: string | vscode.Command;
  alignment: vscode.StatusBarAlignment;
  priority?: number;
}

/** What an entry of the status bar shows. */
export interface StatusView {
  /** A codicon's name: `account`, `sync~spin`. */
  icon: string;
  words: string;
  tooltip: string;
  /** For screen readers, where they get something else than the words. */
  ariaLabel?: string;
}

/** An entry of the status bar. */
export interface StatusEntry {
  show: (view: StatusView) => void;
  hide: () => void;
  dispose: () => void;
}

/** Makes an entry of the status bar, hidden at first; its texts are made inert. */
export function statusEntry({ id, name, command, alignment, priority }: StatusEntryOptions): StatusEntry {
  const item = vscode.window.createStatusBarItem(id, alignment, priority);
  item.name = name;
  item.command = command;
  return {
    show({ icon, words, tooltip, ariaLabel }) {
      item.text = `$(${icon}) ${inertText(words)}`;
      item.tooltip = inertText(tooltip);
      if (ariaLabel !== undefined) item.accessibilityInformation = { label: ariaLabel, role: 'button' };
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}
