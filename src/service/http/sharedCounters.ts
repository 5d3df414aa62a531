import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceLog } from '../log.ts';
import { countersFile } from '../store/dataFolder.ts';

/** What has been counted in the minute that began with a counter's first request. */
export interface Counted {
  count: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** Counters that all processes on one data folder share. */
export interface SharedCounters {
  /**
   * Adds one to a counter, and what could not be written of it before. Undefined where that is not possible just now:
   * nobody waits for another process, and nothing is refused because of one.
   */
  add: (name: string) => Counted | undefined;
  /** A secret of all processes, by which addresses are spread over counters; undefined where there are none. */
  salt: () => Buffer | undefined;
  close: () => void;
}

/** Milliseconds of a window, and between two removals of those that are over. */
const [windowMs, sweepMs] = [60_000, 60_000];
/** Counters whose requests are remembered while the file is busy. */
const mostMissed = 10_000;

/**
 * Opens the counters in the data folder: a file of its own, since it is worth nothing after a minute and is never synced
 * to the disk. A file that cannot be read is made anew; where that fails too, each process counts for itself.
 */
export function openSharedCounters(dataDir: string, log: ServiceLog): SharedCounters {
  const file = join(dataDir, countersFile);
  const connection = opened(file) ?? anew(file, log);
  const count = connection?.prepare(
    `INSERT INTO counters (name, ends, count) VALUES (:name, :ends, :points)
     ON CONFLICT (name) DO UPDATE SET count = iif(ends > :now, count, 0) + :points, ends = iif(ends > :now, ends, :ends)
     RETURNING count, ends AS endsAt`,
  );
  const sweep = connection?.prepare('DELETE FROM counters WHERE ends <= ?');
  const missed = new Map<string, number>();
  let swept = Date.now();
  const removeOld = (now: number): void => {
    try {
      sweep?.run(now);
    } catch {
      // Another process writes just now: in a minute, then.
    }
  };
  return {
    add: name => {
      const now = Date.now();
      if (now - swept > sweepMs) removeOld((swept = now));
      const points = 1 + (missed.get(name) ?? 0);
      try {
        const row = count?.get({ name, now, ends: now + windowMs, points });
        missed.delete(name);
        return row as Counted | undefined;
      } catch {
        if (missed.size >= mostMissed) missed.clear();
        missed.set(name, points);
        return undefined;
      }
    },
    salt: () => {
      const row = connection?.prepare('SELECT value FROM salt').get();
      return row && Buffer.from(row['value'] as Uint8Array);
    },
    close: () => connection?.close(),
  };
}

function opened(file: string): DatabaseSync | undefined {
  let connection: DatabaseSync | undefined;
  try {
    closeSync(openSync(file, 'a', 0o600));
    connection = new DatabaseSync(file);
    // Another process may be opening it, too; afterwards nobody waits.
    connection.exec(`PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS counters (
        name TEXT PRIMARY KEY, ends INTEGER NOT NULL, count INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS salt (one INTEGER PRIMARY KEY CHECK (one = 1), value BLOB NOT NULL) STRICT;
      INSERT INTO salt VALUES (1, randomblob(16)) ON CONFLICT DO NOTHING;
      PRAGMA busy_timeout = 0`);
    return connection;
  } catch {
    connection?.close();
    return undefined;
  }
}

function anew(file: string, log: ServiceLog): DatabaseSync | undefined {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  const connection = opened(file);
  if (connection === undefined)
    log({ level: 'warn', message: `${file} cannot be opened: this process counts requests for itself.` });
  return connection;
}
