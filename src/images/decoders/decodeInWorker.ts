import { availableParallelism, totalmem } from 'node:os';
import { formatSeconds } from '../../base/localFormat.ts';
import { decodeIdle, decoders, decodeTimeout, mostKeptSamples } from '../limits.ts';
import { unpackedStart } from '../../base/node/unpackedFolder.ts';
import { keptWorker, type WorkFailure } from '../../base/node/keptWorker.ts';
import { startThread } from '../../base/node/startThread.ts';
import type { DecoderName } from './loadDecoder.ts';
import type { Decoded } from './raster.ts';
import { t } from '../../base/l10n.ts';

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

const work = keptWorker<DecodeTask, DecodeAnswer>({
  start: () =>
    startThread(
      new URL(script(), import.meta.url),
      { maxOldGenerationSizeMb: 512 },
      { workerData: unpackedStart() },
    ),
  isSpent: answer => ('fault' in answer ? answer.broken === true : holdsMuch(answer.decoded)),
  failed: (failure, timeoutMs) => ({ ...faultOf(failure, timeoutMs), broken: true }),
  idleMs: decodeIdle,
  atOnce: decodersAtOnce,
});

/**
 * Decodes in threads of their own, one file each at a time: what a file does to a decoder, be it endless or a crash, ends
 * that thread and nothing else. A thread ends by itself when it is not needed for a while.
 */
export function decodeInWorker(task: DecodeTask, timeoutMs = decodeTimeout): Promise<DecodeAnswer> {
  return work(task, timeoutMs);
}

function script(): string {
  return import.meta.url.endsWith('.ts') ? './decodeWorker.ts' : './decodeWorker.mjs';
}

function faultOf(failure: WorkFailure, timeoutMs: number): DecodeFault {
  if (failure.kind === 'timeout')
    return {
      fault: t('reading it takes longer than {time}', { time: formatSeconds(timeoutMs / 1000) }),
      tooLarge: true,
    };
  if (failure.kind === 'start')
    return { fault: t('its decoder could not be started'), tooLarge: false, details: String(failure.error) };
  return failure.kind === 'error'
    ? { fault: t('its decoder failed'), tooLarge: false, details: String(failure.error) }
    : { fault: t('its decoder ended'), tooLarge: false };
}

/** WebAssembly gives memory back only by ending. */
function holdsMuch(decoded: Decoded): boolean {
  return 'data' in decoded && decoded.data.byteLength > mostKeptSamples;
}

function decodersAtOnce(): number {
  const { most, memory } = decoders;
  return Math.max(1, Math.min(most, availableParallelism(), Math.floor(totalmem() / memory)));
}
