import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Served } from './faultyProvider.ts';

/** The faulty provider as a process of its own, with what it has served. */
export interface WatchedProvider extends AsyncDisposable {
  url: string;
  /** In the order of the requests. */
  served: readonly Served[];
}

/** Starts the faulty provider: milliseconds an answer takes, and how many requests have one fault of each kind. */
export async function watchProvider({ delay = 50, every = 100 } = {}): Promise<WatchedProvider> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'faultyProvider.ts'), '--delay', String(delay), '--every', String(every)],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const served: Served[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject).once('exit', () => reject(new Error('The provider ended at once.')));
    if (child.stdout === null) throw new Error('The provider has no output.');
    createInterface({ input: child.stdout }).on('line', line => {
      const said = JSON.parse(line) as Served | { url: string };
      if ('url' in said) resolve(said.url);
      else served.push(said);
    });
  });
  return {
    url,
    served,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
