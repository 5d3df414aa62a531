import * as vscode from 'vscode';
import { inertText, withInert } from './inertText.ts';

/** How far some work is: words, and what was added to the hundred percent. */
export type Progress = vscode.Progress<{ message?: string; increment?: number }>;

/** Shows in a notification that work goes on, with Cancel; title and words are made inert. */
export function withProgress<T>(
  title: string,
  work: (progress: Progress, token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  return Promise.resolve(
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: inertText(title), cancellable: true },
      (progress, token) => work({ report: value => progress.report(withInert(value, ['message'])) }, token),
    ),
  );
}
