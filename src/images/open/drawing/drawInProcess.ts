import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keptWorker, type WorkerHandle, type WorkFailure } from '../../../base/node/keptWorker.ts';
import { decodeIdle } from '../../limits.ts';
import type { Size } from '../../fit.ts';
import type { RawPixels } from '../../preparedImage.ts';

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
  const own = import.meta.url.endsWith('.ts') ? './drawProcess.ts' : './drawProcess.mjs';
  const child = fork(fileURLToPath(new URL(own, import.meta.url)), [], {
    execArgv: ['--max-old-space-size=1024'],
    env: drawingEnvironment(process.env, process.versions['electron'] !== undefined),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    events: child,
    ready: readyOf(child),
    // Where it ended meanwhile, "exit" says so.
    post: task => {
      if (child.connected) child.send(task, () => undefined);
    },
    end: () => void child.kill('SIGKILL'),
    hold: held => {
      if (held) child.ref();
      else child.unref();
      if (held) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

/** Settles with the first word of the process; rejects where it fails, ends or says nothing before that. */
function readyOf(child: EventEmitter): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`silent for ${startLimit / 1000} seconds`)), startLimit);
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`it ended at once: ${String(code ?? signal)}`)));
  }).finally(() => clearTimeout(timer));
}

/** What a renderer needs to find its libraries and fonts, and none of the keys that an environment holds. */
export function drawingEnvironment(variables: NodeJS.ProcessEnv, electron: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) =>
    /^(PATH|HOME|LANG|LC_\w+|TMPDIR|TEMP|TMP|FONTCONFIG_\w+|XDG_\w+|LD_LIBRARY_PATH|DYLD_\w+|SystemRoot|windir|LOCALAPPDATA|APPDATA|USERPROFILE|SIGHTLINE_SHARP)$/i.test(
      name,
    ),
  );
  return { ...Object.fromEntries(kept), ...(electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) };
}

function faultOf(failure: WorkFailure): DrawFault {
  if (failure.kind === 'timeout') return { fault: 'drawing it takes too long', tooLarge: true, late: true };
  if (failure.kind === 'start') {
    const reason = failure.error instanceof Error ? failure.error.message : String(failure.error);
    return { fault: `the process that draws SVG could not be started (${reason})`, tooLarge: false };
  }
  if (failure.kind === 'error')
    return { fault: 'the process that draws failed', tooLarge: false, details: String(failure.error) };
  return failure.code === exitOutOfMemory || failure.code === 134
    ? { fault: 'drawing it takes too much memory', tooLarge: true }
    : { fault: 'drawing it ended the process that draws', tooLarge: false };
}
