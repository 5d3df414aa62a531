import { exitCodes } from './exitCodes.ts';

/** Watches for what ends a command from outside. */
export interface Ending {
  /** Fires once, at the first of them. */
  signal: AbortSignal;
  /** The exit code it leads to; undefined while nothing has ended the command. */
  exitCode(): number | undefined;
  /** Why results were lost, where standard output could not be written: a full disk. */
  lost(): Error | undefined;
}

/**
 * Turns SIGINT, SIGTERM, SIGHUP and a closed pipe on standard output into one signal. A second SIGINT has its usual
 * effect, so that whatever does not heed the signal can be ended too.
 */
export function watchForEnd(running: NodeJS.Process): Ending {
  const controller = new AbortController();
  let exitCode: number | undefined;
  let lost: Error | undefined;
  const end = (code: number): void => {
    exitCode ??= code;
    controller.abort();
  };
  running.once('SIGINT', () => end(exitCodes.interrupted.code));
  running.once('SIGTERM', () => end(143));
  running.once('SIGHUP', () => end(129));
  running.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has had enough: nothing to complain about.
    if (error.code !== 'EPIPE') lost ??= error;
    end(error.code === 'EPIPE' ? exitCodes.good.code : exitCodes.store.code);
  });
  // Where nobody listens to messages, there is nobody to tell.
  running.stderr.on('error', () => undefined);
  return { signal: controller.signal, exitCode: () => exitCode, lost: () => lost };
}
