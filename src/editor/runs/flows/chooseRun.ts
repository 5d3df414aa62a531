import * as vscode from 'vscode';
import type { RunSummary } from '../../../runs/runRecord.ts';
import { figure } from '../../../runs/runWords.ts';

interface RunItem extends vscode.QuickPickItem {
  id: string;
}

/** Lets the person pick one of the runs, which are the newest first. */
export async function chooseRun(
  runs: readonly RunSummary[],
  title: string,
  /** Those that work at this moment. */
  working: ReadonlySet<string>,
): Promise<string | undefined> {
  if (runs.length === 0) {
    void vscode.window.showInformationMessage(
      'There is no run in this folder yet. Start one with “Describe Folder…”.',
    );
    return undefined;
  }
  const items: RunItem[] = runs.map(({ id, title: name, createdAt, prompt, model, counts }) => ({
    id,
    label: name,
    iconPath: new vscode.ThemeIcon(working.has(id) ? 'sync' : iconOf(counts)),
    description: countWords(counts),
    detail: `${new Date(createdAt).toLocaleString()} · ${model} · ${oneLine(prompt)}`,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'Which run?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.id;
}

/** `412 of 10,000 done, 3 failed`. */
function countWords({ all, described, failed }: RunSummary['counts']): string {
  const done = described === all ? `${figure(all)} done` : `${figure(described)} of ${figure(all)} done`;
  return failed === 0 ? done : `${done}, ${figure(failed)} failed`;
}

function iconOf({ all, described, failed }: RunSummary['counts']): string {
  if (described === all) return 'pass';
  return described + failed === all ? 'warning' : 'debug-pause';
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
