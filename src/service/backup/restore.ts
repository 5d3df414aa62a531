import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { syncFolderSync } from '../../base/node/writeWhole.ts';
import { keyFile, parseMasterKey, readKeyFile, writeKeyFile } from '../seal/masterKeyFile.ts';
import { deriveSealingKey } from '../seal/seal.ts';
import { openAsItIs, openDatabaseFile } from '../store/database.ts';
import { lockDataFolder, restoredFile, storeFile } from '../store/dataFolder.ts';
import { findSealingKey, storedKeyId } from '../store/masterKeys.ts';
import { findUnopenable } from '../store/sealedTables.ts';
import { logOf, readStoreHead } from '../store/storeHead.ts';
import { takenAtName, verifyStore } from './verifyStore.ts';
import type { VerifiedStore } from './verifyStore.ts';

/** What {@link restore} needs. */
export interface RestoreOptions {
  /** Made where it is missing. */
  dataDir: string;
  /** The backup; it is only read. */
  file: string;
  /** The master key, where it shall not lie in the data folder. */
  masterKey?: string;
  /** A file with the master key of the backup, which becomes the data folder's. */
  masterKeyFile?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** What was restored. */
export interface Restored {
  /** When the backup was made; undefined for the file of a service that was stopped. */
  takenAt: number | undefined;
  /** The folder that the former data is in, where there was any. */
  former: string | undefined;
}

const stagedFile = `${storeFile}.restoring`;

/**
 * Puts a backup in the place of the store. Nothing changes before the copy has been looked through, brought to the present
 * schema, and every value in it has been opened with the master key. The former files are kept in a folder beside it.
 * Wherever this is killed, either the former data is in place, or the next start says that the restore is to be repeated.
 * @throws {SightlineError} `store` where a service runs on the folder, the backup is not sound, or its key is not at hand.
 */
export function restore({ dataDir, now = Date.now, ...options }: RestoreOptions): Restored {
  const file = resolve(options.file);
  refuseUnfit(file);
  const lock = lockDataFolder(dataDir, {
    hint: 'Stop it first: a restore needs the data folder for itself.',
  });
  const staged = join(dataDir, stagedFile);
  try {
    removeStaged(dataDir);
    copyFileSync(file, staged);
    chmodSync(staged, 0o600);
    const key = keyOf(options);
    const { takenAt } = check(staged, { dataDir, file, key });
    renameSync(staged, join(dataDir, restoredFile));
    syncFolderSync(dataDir);
    // From here on nothing starts on the folder until the last renaming.
    const replacesKey = options.masterKeyFile !== undefined && key !== undefined && !isInForce(dataDir, key);
    const former = setAside(dataDir, replacesKey, new Date(now()));
    if (replacesKey) writeKeyFile(dataDir, keyFile(dataDir), key);
    renameSync(join(dataDir, restoredFile), join(dataDir, storeFile));
    syncFolderSync(dataDir);
    return { takenAt, former };
  } finally {
    removeStaged(dataDir);
    lock.release();
  }
}

function refuseUnfit(file: string): void {
  const head = readStoreHead(file);
  if (head === undefined)
    throw new SightlineError(
      'store',
      existsSync(file) ? `${file} is no backup of the service.` : `There is no file ${file}.`,
      { hint: 'Check the name of the file.' },
    );
  if (head.hasLog || existsSync(logOf(file)))
    throw new SightlineError(
      'store',
      `${file} is a copy of a store in use, whose latest changes are not in it.`,
      {
        hint: 'Use a file that a backup has made, or put the copied folder with all its files in the place of the data folder.',
      },
    );
}

function removeStaged(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith(stagedFile)) rmSync(join(dataDir, name));
}

/** The master key that was given; undefined where it shall be the data folder's. */
function keyOf({ masterKey, masterKeyFile }: Pick<RestoreOptions, 'masterKey' | 'masterKeyFile'>) {
  if (masterKeyFile !== undefined) {
    const key = readKeyFile(resolve(masterKeyFile));
    if (key === undefined)
      throw new SightlineError('store', `There is no file ${resolve(masterKeyFile)}.`, {
        hint: 'Check the name of the file with the master key.',
      });
    return key;
  }
  return masterKey === undefined ? undefined : parseMasterKey(masterKey, 'SIGHTLINE_MASTER_KEY');
}

function check(
  staged: string,
  { dataDir, file, key }: { dataDir: string; file: string; key: Uint8Array | undefined },
): VerifiedStore {
  const asItIs = openAsItIs(staged);
  let verified: VerifiedStore;
  try {
    verified = verifyStore(asItIs, file);
  } finally {
    asItIs.close();
  }
  const database = openDatabaseFile(staged);
  try {
    const sealing = findSealingKey(database, dataDir, key);
    if (sealing === undefined)
      throw new SightlineError(
        'store',
        `No master key at hand opens ${file}: it was made with the key ${storedKeyId(database) ?? ''}.`,
        {
          hint: 'Give the file with the master key of that time, or set SIGHTLINE_MASTER_KEY to it.',
        },
      );
    const [first] = findUnopenable(database, sealing);
    if (first !== undefined) throw first;
    database.run('DELETE FROM meta WHERE name = ?', takenAtName);
  } finally {
    database.close();
  }
  return verified;
}

function isInForce(dataDir: string, key: Uint8Array): boolean {
  const present = readKeyFile(keyFile(dataDir));
  return present !== undefined && deriveSealingKey(present).id === deriveSealingKey(key).id;
}

/** Moves the store with SQLite's files beside it, and the master key where it is replaced. */
function setAside(dataDir: string, withKey: boolean, at: Date): string | undefined {
  const isFormer = (name: string) =>
    name === storeFile || name.startsWith(`${storeFile}-`) || (withKey && name.startsWith('master.key'));
  const names = readdirSync(dataDir).filter(isFormer);
  if (names.length === 0) return undefined;
  const folder = freeName(join(dataDir, `before-restore-${at.toISOString().replaceAll(':', '-')}`));
  mkdirSync(folder, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(folder, name));
  syncFolderSync(folder);
  return folder;
}

function freeName(wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (statSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}
