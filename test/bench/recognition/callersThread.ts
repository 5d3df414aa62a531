import { recogniseImage } from '../../../src/recognition/recogniseImage.ts';

/**
 * Milliseconds for which the thread that has images recognised was held at most, of its own processor time: what other
 * programs take meanwhile does not count.
 */
export async function callersThread(files: readonly string[]): Promise<number> {
  const lookAtAll = async (): Promise<void> => {
    for (const file of files) await recogniseImage(file, { only: 'things' });
  };
  // Loading the code is not meant: each kind of image file has some of its own.
  await lookAtAll();
  let [last, most] = [threadMs(), 0];
  const timer = setInterval(() => {
    const now = threadMs();
    most = Math.max(most, now - last);
    last = now;
  }, 1);
  await lookAtAll();
  clearInterval(timer);
  return most;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
