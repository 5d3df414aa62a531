import { parentPort } from 'node:worker_threads';
import { decodeHere } from './decodeHere.ts';
import type { DecodeAnswer, DecodeTask } from './decodeApart.ts';

/** The thread that decodes: one task at a time, the samples handed over without a copy. */
parentPort?.on('message', (task: DecodeTask) => {
  void decodeHere(task).then((answer: DecodeAnswer) => {
    const buffer = 'decoded' in answer && 'data' in answer.decoded ? [answer.decoded.data.buffer] : [];
    parentPort?.postMessage(answer, buffer as ArrayBuffer[]);
  });
});
