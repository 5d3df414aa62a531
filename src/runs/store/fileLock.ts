import { sha256Of } from '../../base/node/hash.ts';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import { sleep } from '../../base/sleep.ts';
import { t } from '../../base/l10n.ts';

/** A lock that is held. */
export interface FileLock {
  release: () => Promise<void>;
}

const hasAbstractSockets = process.platform === 'linux' || process.platform === 'android';
/** Milliseconds between two tries. */
const pause = 100;

/**
 * Locks a file for this opener; a second one, in this process or another, is refused. The lock is the system's own and
 * ends with the process, however it ends; none is ever left behind.
 * @param file need not exist, its folder must.
 * @param patience milliseconds to go on trying: a window that reloads holds its locks a moment longer.
 * @throws {SightlineError} `store` where it is held elsewhere.
 */
export async function lockFile(file: string, what: string, patience: number): Promise<FileLock> {
  for (const end = performance.now() + patience; ; await sleep(pause)) {
    const lock = await (hasAbstractSockets ? listen(file) : openAlone(file));
    if (lock !== undefined) return lock;
    if (performance.now() >= end)
      throw new SightlineError('store', t('Another window or command is using {what}.', { what }), {
        hint: t('Close it there or wait until it finishes, then try again.'),
      });
  }
}

/**
 * Linux: a socket in the abstract name space, which has no file and which only one can listen on. Its name comes from
 * the file's, links followed. (SQLite's locks would serve as well, but not every editor's Node.js has them; a file
 * with a process id outlives its process and may name another one later.)
 */
async function listen(file: string): Promise<FileLock | undefined> {
  const real = join(await realpath(dirname(file)), basename(file));
  const name = sha256Of(real);
  const server = createServer(connection => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen({ path: `\0sightline-${name}`, exclusive: true }, () => {
      // A lock is no reason for a command to go on living.
      server.unref();
      resolve({ release: () => new Promise(released => server.close(() => released())) });
    });
  });
}

/** `UV_FS_O_EXLOCK` of libuv, which Node.js passes on but does not name: Windows opens unshared, macOS takes a `flock`. */
const alone = process.platform === 'win32' ? 0x10000000 : 0x20;
const held = new Set(['EBUSY', 'EAGAIN', 'EWOULDBLOCK', 'EACCES', 'EPERM']);

/** Windows, macOS and the BSDs: a file beside it that is opened by one at a time. */
async function openAlone(file: string): Promise<FileLock | undefined> {
  const nonBlocking = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;
  try {
    const handle = await open(
      `${file}.lock`,
      constants.O_RDWR | constants.O_CREAT | alone | nonBlocking,
      0o600,
    );
    return { release: () => handle.close() };
  } catch (error) {
    if (held.has(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
