import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the lock in `file`, or gives undefined where another process holds it. The lock is the system's own, by way
 * of SQLite: however a process ends, its lock ends with it, so that none is ever left behind.
 */
export function takeRunningLock(file: string): { release: () => void } | undefined {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
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
