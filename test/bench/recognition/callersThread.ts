import { recogniseImage } from '../../../src/recognition/recogniseImage.ts';
import { heldThread } from '../heldThread.ts';

/** Milliseconds for which the thread that has images recognised was held at most. */
export async function callersThread(files: readonly string[]): Promise<number> {
  const lookAtAll = async (): Promise<void> => {
    for (const file of files) await recogniseImage(file, { only: 'things' });
  };
  // Loading the code is not meant: each kind of image file has some of its own.
  await lookAtAll();
  return heldThread(lookAtAll);
}
