import { closeSync, openSync } from 'node:fs';
import { SightlineError } from '../../base/errors.ts';

/**
 * Takes the lock in `file`, or gives undefined where another process holds it. The lock is the system's own, by way
 * of SQLite: however a process ends, its lock ends with it, so that none is ever left behind.
 * @throws {SightlineError} `store` where this Node.js is too old to have SQLite.
 */
export function takeRunningLock(file: string): { release: () => void } | undefined {
  // Not imported, so that an editor without it is told.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (sqlite === undefined)
    throw new SightlineError('store', 'This editor cannot keep the data of a local service.', {
      hint: 'Update the editor: it needs Node.js 22.13 or newer.',
    });
  closeSync(openSync(file, 'a', 0o600));
  const database = new sqlite.DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
}

const sqliteBusy = 5;
