import * as vscode from 'vscode';
import { cancellable } from '../cancellable.ts';
import { inertText, withInert } from './inertText.ts';

/** How far some work is: words, and what was added to the hundred percent. */
export type Progress = vscode.Progress<{ message?: string; increment?: number }>;

/** Shows in a notification that work goes on; Cancel aborts the signal. Title and words are made inert. */
export function withProgress<T>(
  title: string,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return Promise.resolve(
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: inertText(title), cancellable: true },
      (progress, token) => cancellable(token, signal => work(inert(progress), signal)),
    ),
  );
}

/**
 * Shows in the status bar that work goes on, for what stands in view elsewhere and is stopped there. Title and words are made
 * inert.
 */
export function withStatusProgress<T>(title: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  return Promise.resolve(
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: inertText(title) },
      progress => work(inert(progress)),
    ),
  );
}

/** The same, for words of others. */
function inert(progress: Progress): Progress {
  return { report: value => progress.report(withInert(value, ['message'])) };
}
