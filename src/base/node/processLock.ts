import { closeSync, openSync } from 'node:fs';

/** A lock that is held. */
export interface ProcessLock {
  release: () => void;
}

/** Whether this Node.js has SQLite, which {@link takeProcessLock} needs: 22.13 and newer. */
export function hasSqlite(): boolean {
  return sqlite() !== undefined;
}

/**
 * Takes the lock in `file`, or returns undefined where another opener holds it, in this process or another, also in
 * another container on the same machine. The lock is the system's own, by way of SQLite: however a process ends, its
 * lock ends with it, so that none is ever left behind. A `shared` lock is held beside other shared ones.
 */
export function takeProcessLock(file: string, { shared = false } = {}): ProcessLock | undefined {
  const { DatabaseSync } = sqlite() ?? missing();
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    // A reader holds its lock until its transaction ends, and a writer lets no reader in.
    const take = shared ? 'BEGIN; SELECT count(*) FROM sqlite_schema' : 'BEGIN EXCLUSIVE';
    database.exec(`PRAGMA busy_timeout = 0; ${take}`);
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
}

const sqliteBusy = 5;

/** Not imported, so that an older Node.js loads this file and can be reported. */
function sqlite() {
  return process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
}

function missing(): never {
  throw new Error('This Node.js has no SQLite.');
}
