import { Worker } from 'node:worker_threads';
import { decodeIdle, decodeTimeout } from '../limits.ts';
import type { DecoderName } from './loadDecoder.ts';
import type { Decoded } from './raster.ts';

/** One file for one decoder. */
export interface DecodeTask {
  decoder: DecoderName;
  bytes: Uint8Array;
  /** Which of an icon's pictures, from 0, the largest first. */
  page?: number;
}

/** Why a file was not decoded. */
export interface DecodeFault {
  /** A clause for the person. */
  fault: string;
  tooLarge: boolean;
  /** Whether the thread can do no more. */
  broken?: boolean;
  /** What the decoder itself said. */
  details?: string;
}

/** What became of a task. */
export type DecodeAnswer = { decoded: Decoded } | DecodeFault;

let worker: Worker | undefined;
let queue: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

/**
 * Decodes in a thread of its own, one file after the other: what a file does to a decoder, be it endless or a crash, ends
 * that thread and nothing else. The thread ends by itself when it is not needed for a while.
 */
export function decodeApart(task: DecodeTask, timeoutMs = decodeTimeout): Promise<DecodeAnswer> {
  const answer = queue.then(() => decodeNext(task, timeoutMs));
  queue = answer;
  return answer;
}

async function decodeNext(task: DecodeTask, timeoutMs: number): Promise<DecodeAnswer> {
  clearTimeout(idle);
  const thread = (worker ??= start());
  const answer = await ask(thread, task, timeoutMs);
  if ('fault' in answer ? answer.broken === true : holdsMuch(answer.decoded)) end(thread);
  else idle = setTimeout(() => end(thread), decodeIdle).unref();
  return answer;
}

function start(): Worker {
  const own = import.meta.url.endsWith('.ts') ? './decodeWorker.ts' : './decodeWorker.mjs';
  const thread = new Worker(new URL(own, import.meta.url), {
    // Neither the editor's flags nor its environment matter to a decoder.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    if (worker === thread) worker = undefined;
  });
  thread.unref();
  return thread;
}

function ask(thread: Worker, task: DecodeTask, timeoutMs: number): Promise<DecodeAnswer> {
  return new Promise(resolve => {
    const settle = (answer: DecodeAnswer): void => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', onError).off('exit', onExit);
      thread.unref();
      resolve(answer);
    };
    const onError = (error: unknown): void =>
      settle({ fault: 'its decoder failed', tooLarge: false, broken: true, details: String(error) });
    const onExit = (): void => settle({ fault: 'its decoder ended', tooLarge: false, broken: true });
    const timer = setTimeout(
      () =>
        settle({
          fault: `reading it takes longer than ${timeoutMs / 1000} seconds`,
          tooLarge: true,
          broken: true,
        }),
      timeoutMs,
    );
    thread.on('message', settle).on('error', onError).on('exit', onExit);
    thread.ref();
    thread.postMessage(task);
  });
}

function end(thread: Worker): void {
  if (worker === thread) worker = undefined;
  void thread.terminate();
}

/** WebAssembly gives memory back only by ending. */
function holdsMuch(decoded: Decoded): boolean {
  return 'data' in decoded && decoded.data.byteLength > 32_000_000;
}
