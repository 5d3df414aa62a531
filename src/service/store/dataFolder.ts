import { makeFoldersSync } from '../../base/node/makeFolder.ts';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { takeProcessLock } from '../../base/node/processLock.ts';
import type { ProcessLock } from '../../base/node/processLock.ts';
import type { ServiceLog } from '../log.ts';

/** The store's file name in the data folder. */
export const storeFile = 'sightline.db';

/** The counters of rate limits that several services share. */
export const countersFile = 'limits.db';

/** A restored store, verified, on its way into the place of {@link storeFile}. */
export const restoredFile = 'sightline.db.restored';

const lockFile = 'service.lock';

/** Names of our files in the data folder: the store with SQLite's own beside it, the master keys, counters, the lock. */
const ownFile = /^(sightline\.db.*|master\.key.*|limits\.db.*|service\.lock)$/;

/** Makes the data folder, for this account only, where it is missing. */
export function makeDataFolder(dataDir: string): void {
  makeFoldersSync(dataDir, 0o700);
}

/**
 * Refuses a folder without a store, for whatever works on an existing one: a mistyped name must not make a new one.
 * @throws {SightlineError} `store`
 */
export function requireStore(dataDir: string): void {
  if (!existsSync(join(dataDir, storeFile)))
    throw new SightlineError('store', `There is no service data in ${dataDir}.`, {
      hint: 'Check the path of the data folder.',
    });
}

/**
 * Refuses a folder whose store has been set aside by a restore that was cut off: an empty one would take its place.
 * @throws {SightlineError} `store`
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, restoredFile)))
    throw new SightlineError('store', `A restore into ${dataDir} did not finish.`, {
      hint: 'Restore the same backup again.',
    });
}

/**
 * Holds the data folder for one service, or for all that share it: they count their requests together.
 * @throws {SightlineError} `store` where another service holds it that does not share it, or this one does not.
 */
export function lockDataFolder(
  dataDir: string,
  {
    shared = false,
    hint = 'Stop it first, choose another data folder, or start each of them with --share-data.',
  } = {},
): ProcessLock {
  makeDataFolder(dataDir);
  const lock = takeProcessLock(join(dataDir, lockFile), { shared });
  if (lock === undefined)
    throw new SightlineError('store', `Another service is already running on the data folder ${dataDir}.`, {
      hint,
    });
  return lock;
}

/**
 * Takes other accounts' rights to the data folder and our files in it, which a copy or a restored backup may have, and
 * reports each that had any. Windows has no such rights.
 */
export function closeToOthers(dataDir: string, log: ServiceLog): void {
  if (process.platform === 'win32') return;
  const files = readdirSync(dataDir).filter(name => ownFile.test(name));
  close(dataDir, 0o700, log);
  for (const name of files) close(join(dataDir, name), 0o600, log);
}

function close(path: string, mode: number, log: ServiceLog): void {
  const before = statSync(path, { throwIfNoEntry: false })?.mode;
  // A file that another process of ours has removed meanwhile.
  if (before === undefined || (before & 0o077) === 0) return;
  const rights = `${path} was accessible to other accounts (mode ${(before & 0o777).toString(8)})`;
  try {
    chmodSync(path, mode);
    log({ level: 'warn', message: `${rights}; it is ${mode.toString(8)} now.` });
  } catch (error) {
    log({ level: 'warn', message: `${rights} and cannot be changed: ${String(error)}` });
  }
}
