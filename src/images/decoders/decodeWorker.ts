import { parentPort, workerData } from 'node:worker_threads';
import { followUnpackedStart } from '../../base/node/unpackedFolder.ts';
import type { DecodeAnswer, DecodeTask } from './decodeInWorker.ts';
import { loadDecoder } from './loadDecoder.ts';
import { Undecodable, type Decoded } from './raster.ts';
import { followTranslations, t } from '../../base/l10n.ts';

followUnpackedStart(workerData);
followTranslations(workerData);

/** The thread that decodes: one task at a time, the samples handed over without a copy. */
parentPort?.on('message', (task: DecodeTask) => {
  void answerTo(task).then((answer: DecodeAnswer) => {
    const buffer = 'decoded' in answer && 'data' in answer.decoded ? [answer.decoded.data.buffer] : [];
    parentPort?.postMessage(answer, buffer as ArrayBuffer[]);
  });
});

/** Runs a decoder; never rejects. */
async function answerTo({ decoder, bytes, page }: DecodeTask): Promise<DecodeAnswer> {
  try {
    const decode = await loadDecoder(decoder);
    return { decoded: withOwnBuffer(await decode(bytes, page)) };
  } catch (error) {
    if (error instanceof Undecodable) return { fault: error.message, tooLarge: error.tooLarge };
    // Every decoder reads numbers through a DataView, which says by a RangeError that the file is over.
    if (error instanceof RangeError)
      return { fault: t('it is truncated, its end is missing'), tooLarge: false };
    return { fault: t('it is damaged'), tooLarge: false, broken: true, details: String(error) };
  }
}

/** What crosses the border between threads must not drag a larger buffer along. */
function withOwnBuffer(decoded: Decoded): Decoded {
  if ('encoded' in decoded) return { ...decoded, encoded: decoded.encoded.slice() };
  const { data } = decoded;
  return data.byteLength === data.buffer.byteLength ? decoded : { ...decoded, data: data.slice() };
}
