import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** Says in the head of a database that it is one of ours, closed as {@link lacksItsLog} expects it: "Sght". */
export const applicationId = 0x53676874;

/** What the first bytes of a database say (https://www.sqlite.org/fileformat.html). */
export interface StoreHead {
  /** Whether changes may lie in a file beside it, `-wal`. */
  hasLog: boolean;
  /** Whether a Sightline has written it that takes stores out of that mode when it closes them. */
  ours: boolean;
}

/** Reads the head of a file; undefined where there is none or it is no database. */
export function readStoreHead(file: string): StoreHead | undefined {
  if (!existsSync(file)) return undefined;
  const head = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, head, 0, head.length, 0) < head.length) return undefined;
  } finally {
    closeSync(descriptor);
  }
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') return undefined;
  return { hasLog: head[18] === 2, ours: head.readUInt32BE(68) === applicationId };
}

/** The file beside a store that has the changes which are not in it yet. */
export const logOf = (file: string): string => `${file}-wal`;

/**
 * Whether a store was in use when it was last written, and the file with its latest changes is not beside it: it was copied
 * alone. Of a store that an earlier version has closed this cannot be told.
 */
export function lacksItsLog(file: string): boolean {
  const head = readStoreHead(file);
  return head?.hasLog === true && head.ours && !existsSync(logOf(file));
}
