import { parentPort, workerData } from 'node:worker_threads';
import { followTranslations } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { throttle } from '../../base/throttle.ts';
import { buffersOf, packScan } from './packedScan.ts';
import type { ScanAnswer, ScanNote, ScanTask } from './scanHere.ts';
import { scanPictures } from './scanPictures.ts';
import { syncPictureFiles } from './syncPictureFiles.ts';

/** Milliseconds between two counts of what was found. */
const telling = 100;

followTranslations(workerData);

/** The thread that looks for pictures: one search at a time. */
parentPort?.on('message', (task: ScanTask) => {
  void answerTo(task).then(send);
});

/** Searches; never rejects. */
async function answerTo({ locations, glob, archives }: ScanTask): Promise<ScanAnswer> {
  let found = 0;
  const tell = throttle(telling, () => send({ found }));
  try {
    const scan = await scanPictures(syncPictureFiles, locations, {
      ...present({ glob, archives }),
      onProgress: count => {
        found = count;
        tell();
      },
    });
    return packScan(scan);
  } catch (error) {
    return { fault: String(error) };
  } finally {
    tell.stop();
  }
}

function send(message: ScanAnswer | ScanNote): void {
  parentPort?.postMessage(message, 'pictures' in message ? buffersOf(message) : []);
}
