/**
 * The process of the local service, `dist/localService.mjs`: `node localService.mjs FOLDER SERVICE_LIBRARY`. Writes one
 * line to standard output, its log to standard error, and ends when no window of the editor uses it any more.
 */
import { present } from '../../base/present.ts';
import { makeFoldersSync } from '../../base/node/makeFolder.ts';
import { randomBytes } from 'node:crypto';
import { chmodSync, ftruncateSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SightlineError, systemCode } from '../../base/errors.ts';
import { hasSqlite, takeProcessLock } from '../../base/node/processLock.ts';
import type { ProcessLock } from '../../base/node/processLock.ts';
import { redact } from '../../base/redact.ts';
import { startControl } from './controlServer.ts';
import { localServiceFiles } from './localServiceFiles.ts';
import { readRunningRecord, writeRunningRecord } from './runningRecord.ts';
import type { ServiceLibrary } from './serviceLibrary.ts';
import type { StartLine } from './startLine.ts';

const [, , folder = '', library = ''] = process.argv;
const files = localServiceFiles(folder);
const mostFormerUrls = 20;
/** Bytes; then it begins anew. */
const longestLog = 1_000_000;
let written = 0;

process.once('uncaughtException', error => {
  log('error', error.stack ?? error.message);
  process.exit(1);
});
try {
  makeFoldersSync(folder, 0o700);
  chmodSync(folder, 0o700);
  if (!hasSqlite())
    throw new SightlineError('store', 'This editor cannot run the local service.', {
      hint: 'Update the editor: it needs Node.js 22.13 or newer.',
    });
  const lock = takeProcessLock(files.lock);
  if (lock === undefined) writeStartLine({ state: 'taken' });
  else await serve(lock);
} catch (error) {
  writeStartLine(failure(error));
  process.exitCode = 1;
}

async function serve(lock: ProcessLock): Promise<void> {
  emptyLog();
  const service = await startOnUsualPort();
  const secret = randomBytes(32).toString('hex');
  let ending = false;
  const end = (reason: 'stopped' | 'idle'): void => {
    if (ending) return;
    ending = true;
    log('info', reason === 'idle' ? 'No window uses the service anymore' : 'Stopped');
    void Promise.all([control.close(reason), service.close()]).finally(() => {
      // After all else: whoever takes it then finds the data let go.
      lock.release();
      process.exit();
    });
  };
  const control = await startControl({
    secret,
    signInToken: () => new Promise(resolve => resolve(service.makeSignInToken())),
    onIdle: () => end('idle'),
    onStop: () => end('stopped'),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end('stopped'));
  const former = readRunningRecord(folder);
  const formerUrls = new Set(former === undefined ? [] : [former.url, ...former.formerUrls]);
  formerUrls.delete(service.url);
  writeRunningRecord(folder, {
    pid: process.pid,
    url: service.url,
    controlPort: control.port,
    secret,
    formerUrls: [...formerUrls].slice(0, mostFormerUrls),
  });
  writeStartLine({ state: 'running' });
}

/** Keys are bound to an address, so that it stays the same as long as its port is free. */
async function startOnUsualPort(): ReturnType<ServiceLibrary['startService']> {
  const { startService } = (await import(pathToFileURL(library).href)) as ServiceLibrary;
  const usual = Number(new URL(readRunningRecord(folder)?.url ?? 'http://127.0.0.1:0').port);
  const start = (port: number) =>
    startService({ dataDir: files.data, port, log: entry => log(entry.level, entry.message, entry) });
  return start(usual).catch((error: unknown) => {
    if (usual === 0 || !['EADDRINUSE', 'EACCES'].includes(systemCode(error) ?? '')) throw error;
    log('warn', `Port ${usual} is in use by another program; using another port.`);
    return start(0);
  });
}

function writeStartLine(line: StartLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function failure(error: unknown): StartLine {
  const code = systemCode(error);
  const message = redact(error instanceof Error ? error.message : String(error));
  const hint = error instanceof Error && 'hint' in error && typeof error.hint === 'string' ? error.hint : '';
  log('error', redact((error instanceof Error ? error.stack : undefined) ?? message));
  return {
    state: 'failed',
    message,
    ...present({ code }),
    ...(hint === '' ? {} : { hint }),
  };
}

function log(level: string, message: string, details: object = {}): void {
  const more = Object.entries(details).filter(([name]) => name !== 'level' && name !== 'message');
  const words = [level, message, ...more.map(([name, value]) => `${name}=${String(value)}`)].join(' ');
  const line = `${new Date().toISOString()} ${redact(words)}\n`;
  written += line.length;
  if (written > longestLog) emptyLog();
  try {
    writeSync(2, line);
  } catch {
    // A full disk: the service goes on without its log.
  }
}

function emptyLog(): void {
  written = 0;
  try {
    ftruncateSync(2, 0);
  } catch {
    // Standard error is no file: then there is nothing to empty.
  }
}
