import { forkWorker } from '../../../base/node/forkWorker.ts';
import { keptWorker, type WorkerHandle, type WorkFailure } from '../../../base/node/keptWorker.ts';
import { decodeIdle } from '../../limits.ts';
import type { Size } from '../../fit.ts';
import type { RawPixels } from '../../preparedImage.ts';
import { t, translations } from '../../../base/l10n.ts';

/** An SVG file to be made safe, or a safe one to be drawn in a size. */
export type DrawTask = { clean: Uint8Array } | { draw: Uint8Array; size: Size };

/** A file that names nothing outside itself. */
export interface SafeDrawing {
  /** The file without the size and viewBox of its root element, whose tag it begins with. */
  svg: Uint8Array;
  /** What it states, in pixels, or what it draws. */
  size: Size;
  /** Whether it states neither size nor viewBox. */
  isUnsized: boolean;
  /** What the person should know, a sentence each. */
  notes: string[];
}

/** Why a file is not drawn. */
export interface DrawFault {
  /** A clause for the person. */
  fault: string;
  tooLarge: boolean;
  /** Whether its time was over. */
  late?: boolean;
  /** What the parser or the renderer itself said. */
  details?: string;
}

/** A drawing's pixels. */
export type DrawnPixels = RawPixels & { channels: 4 };

/** What became of a task. */
export type DrawAnswer =
  { safe: SafeDrawing; tookMs: number } | { pixels: DrawnPixels; tookMs: number } | DrawFault;

/** Most memory that drawing may take, bytes; beyond it the process ends itself. */
export const maxDrawingMemory = 1_500_000_000;

/** Milliseconds until a process that says nothing counts as one that does not start; generous for a busy machine. */
const startLimit = 60_000;

/** The exit code by which it says so. */
export const exitOutOfMemory = 70;

/**
 * Makes safe and draws in a process of its own, one file after the other: renderers cannot be stopped within a process. It
 * ends by itself when it is not needed for a while.
 */
export const drawInProcess = keptWorker<DrawTask, DrawAnswer>({
  start,
  isSpent: answer => 'pixels' in answer && answer.pixels.data.byteLength > 32_000_000,
  failed: faultOf,
  idleMs: decodeIdle,
});

function start(): WorkerHandle<DrawTask> {
  // In a bundle all lies in one folder.
  const own = import.meta.url.endsWith('.ts') ? './drawProcess.ts' : './drawProcess.mjs';
  return forkWorker({
    file: new URL(own, import.meta.url),
    heapMb: 1024,
    startTimeout: startLimit,
    greeting: { translations: translations() },
  });
}

function faultOf(failure: WorkFailure): DrawFault {
  if (failure.kind === 'timeout')
    return { fault: t('drawing it takes too long'), tooLarge: true, late: true };
  if (failure.kind === 'start') {
    const reason = failure.error instanceof Error ? failure.error.message : String(failure.error);
    return {
      fault: t('the process that draws SVG could not be started ({reason})', { reason }),
      tooLarge: false,
    };
  }
  if (failure.kind === 'error')
    return { fault: t('the process that draws failed'), tooLarge: false, details: String(failure.error) };
  return failure.code === exitOutOfMemory || failure.code === 134
    ? { fault: t('drawing it takes too much memory'), tooLarge: true }
    : { fault: t('drawing it ended the process that draws'), tooLarge: false };
}
