import { monitorEventLoopDelay } from 'node:perf_hooks';
import { recogniseImage } from '../../../src/recognition/recogniseImage.ts';

/** Milliseconds for which the thread that has images recognised was held at most. */
export async function callersThread(files: readonly string[]): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [first, ...others] = files;
  // Loading the code is not meant.
  if (first !== undefined) await recogniseImage(first, { only: 'things' });
  delay.enable();
  for (const file of others) await recogniseImage(file, { only: 'things' });
  delay.disable();
  return delay.max / 1e6;
}
