import { t } from '../../base/l10n.ts';
import { formatSeconds } from '../../base/localFormat.ts';
import { makeFoldersSync } from '../../base/node/makeFolder.ts';
import { onAbort } from '../../base/onAbort.ts';
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { SightlineError } from '../../base/errors.ts';
import { isRecognitionOn } from '../../recognition/recognitionSwitch.ts';
import { lastLogLines } from './lastLogLines.ts';
import { localServiceFiles } from './localServiceFiles.ts';
import { startLineShape } from './startLine.ts';
import type { StartLine } from './startLine.ts';

/** Where the process lies: both built into `dist/`. */
export interface ServiceProgram {
  /** `localService.mjs`. */
  program: string;
  /** `service.mjs`. */
  library: string;
}

/** Milliseconds until a process that says nothing counts as hanging; generous for a busy machine. */
const patience = 60_000;

/**
 * Starts the process of the local service with the editor's own Node.js and waits until it runs, or says that another
 * one already does. It is not tied to this window: it ends when no window is connected to it.
 * @throws {SightlineError} that says why it does not run, with the last lines of its log.
 */
export async function startProcess(
  { program, library }: ServiceProgram,
  folder: string,
  signal: AbortSignal,
): Promise<'running' | 'taken'> {
  signal.throwIfAborted();
  const logFile = openLog(folder);
  const child = spawn(process.execPath, [program, folder, library], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', logFile],
    env: {
      ...environmentOf(process.env, process.versions.electron !== undefined),
      // What is turned off here is off there.
      ...(isRecognitionOn() ? {} : { SIGHTLINE_RECOGNITION: 'off' }),
    },
  }) as ChildProcessByStdio<null, Readable, null>;
  closeSync(logFile);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  try {
    const line = await firstLine(child.stdout, once(child, 'exit'), deadline);
    if (line?.state === 'running' || line?.state === 'taken') return line.state;
    throw line === undefined ? died(folder) : failed(line, folder);
  } catch (error) {
    child.kill();
    signal.throwIfAborted();
    if (deadline.aborted) throw silent(folder);
    if (error instanceof SightlineError) throw error;
    throw new SightlineError('providerFailed', t('The local service could not be started.'), {
      cause: error,
    });
  } finally {
    child.stdout.destroy();
    child.unref();
  }
}

/** The variables of the editor without its own and without keys: the service needs none of them. */
export function environmentOf(variables: NodeJS.ProcessEnv, electron: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(
    ([name]) =>
      !/^(?:VSCODE_|ELECTRON_|NODE_OPTIONS$|SIGHTLINE_)/i.test(name) &&
      !/KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE|CONNECTION_STRING|_URI$|_URL$|_DSN$/i.test(name),
  );
  return { ...Object.fromEntries(kept), ...(electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) };
}

function openLog(folder: string): number {
  try {
    makeFoldersSync(folder, 0o700);
    return openSync(localServiceFiles(folder).log, 'a', 0o600);
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** The line that the process writes; undefined where it ended without one. */
async function firstLine(
  output: NodeJS.ReadableStream,
  exit: Promise<unknown>,
  signal: AbortSignal,
): Promise<StartLine | undefined> {
  let text = '';
  const line = new Promise<string>(resolve => {
    output.setEncoding('utf8');
    output.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    // After all that it wrote, where it ended at once.
    output.once('end', () => resolve(text));
  });
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort(signal, () => reject(signal.reason as Error));
  });
  // "exit" rejects where the program could not be started at all.
  const started = exit.then(() => line);
  const outcome = await Promise.race([line, started, stopped]);
  const [first = ''] = outcome.split('\n');
  return first === '' ? undefined : startLineShape.parse(JSON.parse(first));
}

function failed(line: StartLine & { state: 'failed' }, folder: string): SightlineError {
  const { code, message, hint } = line;
  if (code !== undefined && /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ERR_SQLITE_ERROR)$/.test(code))
    return notWritable(folder, new Error(message));
  const lines = lastLogLines(folder, 5);
  return new SightlineError(
    'providerFailed',
    t('The local service could not be started: {message}', { message }),
    {
      hint: hint ?? t('Its log ends: {lines}', { lines }),
    },
  );
}

function notWritable(folder: string, cause: unknown): SightlineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SightlineError(
    'store',
    t('The local service cannot write to its folder {folder} ({reason}).', { folder, reason }),
    {
      cause,
      hint: t('Make the folder writable or free up disk space, then start the service again.'),
    },
  );
}

function died(folder: string): SightlineError {
  const lines = lastLogLines(folder, 5);
  return new SightlineError('providerFailed', t('The local service stopped before it was ready.'), {
    hint: lines === '' ? t('Its log is empty.') : t('Its log ends:\n{lines}', { lines }),
  });
}

function silent(folder: string): SightlineError {
  return new SightlineError(
    'timeout',
    t('The local service was not ready within {time}.', { time: formatSeconds(patience / 1000) }),
    {
      hint: t('Try again when the machine is less busy. The log is in {log}.', {
        log: localServiceFiles(folder).log,
      }),
    },
  );
}
