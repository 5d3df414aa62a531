import { parentPort } from 'node:worker_threads';
import { decodeInProcess } from './decodeInProcess.ts';
import type { DecodeAnswer, DecodeTask } from './decodeInWorker.ts';

/** The thread that decodes: one task at a time, the samples handed over without a copy. */
parentPort?.on('message', (task: DecodeTask) => {
  void decodeInProcess(task).then((answer: DecodeAnswer) => {
    const buffer = 'decoded' in answer && 'data' in answer.decoded ? [answer.decoded.data.buffer] : [];
    parentPort?.postMessage(answer, buffer as ArrayBuffer[]);
  });
});
