import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { syncFolderSync } from '../../base/node/writeWhole.ts';
import { parseMasterKey } from '../seal/masterKeyFile.ts';
import { openAsItIs } from '../store/database.ts';
import { refuseUnfinishedRestore, requireStore, storeFile } from '../store/dataFolder.ts';
import { findSealingKey } from '../store/masterKeys.ts';
import { findUnopenable } from '../store/sealedTables.ts';
import { lacksItsLog } from '../store/storeHead.ts';
import { takenAtName, verifyStore } from './verifyStore.ts';

/** What {@link backUp} needs. */
export interface BackupOptions {
  dataDir: string;
  /** Where the backup goes; never over a file that is there. */
  file: string;
  /** The master key, where it does not lie in the data folder: the backup's values are then tried with it. */
  masterKey?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A backup that was made. */
export interface Backup {
  /** With its whole path. */
  file: string;
  bytes: number;
  takenAt: number;
  /** Whether a master key was at hand that opens every value; without one they were not tried. */
  keyTried: boolean;
}

/**
 * Copies the store into one file, as it stands at one moment, while services write to it, and looks through the copy. The
 * master key is not in it. Bytes of what was deleted are not either, since the copy is written anew, not page by page.
 * @throws {SightlineError} `store` where the folder holds no store, the file is there already, or the copy is not sound.
 */
export function backUp({ dataDir, masterKey, now = Date.now, ...options }: BackupOptions): Backup {
  const file = resolve(options.file);
  requireStore(dataDir);
  refuseUnfinishedRestore(dataDir);
  if (existsSync(file))
    throw new SightlineError('store', `${file} is there already.`, { hint: 'Choose another name.' });
  refuseCopiedAlone(join(dataDir, storeFile));
  const draft = join(dirname(file), `.sightline-${randomUUID()}.tmp`);
  try {
    makeDraft(draft);
    const takenAt = now();
    copyInto(join(dataDir, storeFile), draft);
    const keyTried = check(draft, { dataDir, file, masterKey, takenAt });
    sync(draft);
    renameSync(draft, file);
    syncFolderSync(dirname(file));
    return { file, bytes: statSync(file).size, takenAt, keyTried };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A backup of what lacks its latest changes would look whole. */
function refuseCopiedAlone(store: string): void {
  if (lacksItsLog(store))
    throw new SightlineError(
      'store',
      `${store} was copied without ${storeFile}-wal, which has its latest changes.`,
      {
        hint: 'Make the backup where the service runs.',
      },
    );
}

/** SQLite would make the file with the rights of all new files. */
function makeDraft(draft: string): void {
  try {
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (cause) {
    throw new SightlineError('store', `No file can be made in ${dirname(draft)}.`, { cause });
  }
}

function copyInto(store: string, draft: string): void {
  const database = openAsItIs(store);
  try {
    database.run('VACUUM INTO ?', draft);
  } finally {
    database.close();
  }
}

function check(
  draft: string,
  options: { dataDir: string; file: string; masterKey: string | undefined; takenAt: number },
): boolean {
  const copy = openAsItIs(draft);
  try {
    verifyStore(copy, options.file);
    copy.run(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      takenAtName,
      String(options.takenAt),
    );
    const { masterKey } = options;
    const given = masterKey === undefined ? undefined : parseMasterKey(masterKey, 'SIGHTLINE_MASTER_KEY');
    const key = findSealingKey(copy, options.dataDir, given);
    if (key === undefined) return false;
    const [first] = findUnopenable(copy, key);
    if (first !== undefined) throw first;
    return true;
  } finally {
    copy.close();
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
