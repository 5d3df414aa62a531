import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openMasterKeys } from './masterKeys.ts';
import type { MasterKeys } from './masterKeys.ts';
import { open, seal } from '../seal/seal.ts';
import type { SealedRecord } from '../seal/sealedRecord.ts';
import { SealError } from '../seal/sealError.ts';
import type { ServiceLog } from '../log.ts';
import { closeToOthers, storeFile } from './dataFolder.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { lacksItsLog } from './storeHead.ts';

/** The data folder, opened: what every function of this folder works on. */
export interface ServiceStore {
  database: Database;
  masterKeys: MasterKeys;
  /** Names this data folder: two services on one machine must not share a cookie. Eight hexadecimal characters. */
  id: string;
  /** Milliseconds since 1970. */
  now: () => number;
  close: () => void;
}

/** What {@link openStore} needs. */
export interface StoreOptions {
  dataDir: string;
  /** The master key, 64 hexadecimal characters, where it shall not lie in the data folder. */
  masterKey?: string;
  now?: () => number;
  /** Hears of rights of other accounts that were taken away. */
  log?: ServiceLog;
}

/**
 * Opens the store, making what is missing.
 * @throws {SightlineError} `store` where the master key does not fit or a newer Sightline has written it.
 */
export function openStore({
  dataDir,
  masterKey,
  now = Date.now,
  log = () => undefined,
}: StoreOptions): ServiceStore {
  const alone = lacksItsLog(join(dataDir, storeFile));
  const database = openDatabase(dataDir);
  try {
    if (alone) log({ level: 'warn', message: copiedAlone });
    closeToOthers(dataDir, log);
    const masterKeys = openMasterKeys(database, dataDir, masterKey);
    return { database, masterKeys, id: storeId(database), now, close: database.close };
  } catch (error) {
    database.close();
    throw error;
  }
}

const copiedAlone =
  'sightline.db was in use when it was last written, and sightline.db-wal is not beside it. If this folder is a copy, the latest changes before the copy are missing: keys, members, sessions. Copy a running service with: sightline service backup';

/** Whether the database answers. */
export function storeAnswers({ database }: ServiceStore): boolean {
  try {
    return database.get("SELECT value FROM meta WHERE name = 'store_id'") !== undefined;
  } catch {
    return false;
  }
}

function storeId(database: Database): string {
  database.run(
    "INSERT INTO meta (name, value) VALUES ('store_id', ?) ON CONFLICT (name) DO NOTHING",
    randomBytes(4).toString('hex'),
  );
  return database.get<{ value: string }>("SELECT value FROM meta WHERE name = 'store_id'")?.value ?? '';
}

/** Seals `value` for `record`; to be called within the transaction that stores it, so that no rotation comes between. */
export function sealValue(store: ServiceStore, record: SealedRecord, value: string): Uint8Array {
  return seal(store.masterKeys.current(), record, value);
}

/**
 * Reads a sealed value, or undefined where `read` finds no record. Reads once more where the master key was rotated
 * between the reading and the opening.
 * @throws {SealError} naming the record, where it does not open.
 */
export function openValue(
  store: ServiceStore,
  read: () => (SealedRecord & { sealed: Uint8Array }) | undefined,
): string | undefined {
  const attempt = () => {
    const row = read();
    return row && open(store.masterKeys.current(), row, row.sealed);
  };
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return attempt();
  }
}
