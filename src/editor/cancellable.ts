import type * as vscode from 'vscode';

/** Does some work with a signal that fires once the editor cancels it. */
export async function cancellable<T>(
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const listener = token.onCancellationRequested(() => stop.abort());
  if (token.isCancellationRequested) stop.abort();
  try {
    return await work(stop.signal);
  } finally {
    listener.dispose();
  }
}
