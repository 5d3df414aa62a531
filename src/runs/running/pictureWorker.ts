import { parentPort, workerData } from 'node:worker_threads';
import { SightlineError, ValueError } from '../../base/errors.ts';
import type { Call } from '../../base/node/threadCalls.ts';
import { followTranslations } from '../../base/l10n.ts';
import { followUnpackedStart } from '../../base/node/unpackedFolder.ts';
import { lookOf } from '../../images/prepare/lookOf.ts';
import { readLocalFile } from '../scan/readLocalFile.ts';
import { movable, type PictureAnswer, type PictureTask } from './pictureThread.ts';
import { preparePicture, readPicture } from './readPicture.ts';

followUnpackedStart(workerData);
followTranslations(workerData);

/** The thread that reads and prepares the pictures of runs: as many at the same time as it is given. */
parentPort?.on('message', ({ id, content }: Call<PictureTask>) => {
  void answerTo(content).then(answer =>
    parentPort?.postMessage(
      { id, content: answer } satisfies Call<PictureAnswer>,
      'bytes' in answer ? movable(answer.bytes) : [],
    ),
  );
});

const { signal } = new AbortController();

/** Never rejects. */
async function answerTo(task: PictureTask): Promise<PictureAnswer> {
  try {
    if ('bytes' in task) return { prepared: await preparePicture(task.bytes, task.options, task.name) };
    if ('dataUrl' in task) return { look: await lookOf(task) };
    return await readPicture({ read: location => readLocalFile(location) }, task.picture, signal);
  } catch (error) {
    if (!(error instanceof SightlineError)) return { fault: String(error) };
    const { code, message, hint, remedy } = error;
    return { failure: { code, message, hint, remedy, isValue: error instanceof ValueError } };
  }
}
