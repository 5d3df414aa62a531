import { SightlineError } from '../../base/errors.ts';
import type { ServiceLog } from '../log.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { closeToOthers, requireStore } from './dataFolder.ts';
import {
  makeMasterKey,
  nextKeyFile,
  parseMasterKey,
  readKeyFile,
  keyFile,
  writeKeyFile,
} from '../seal/masterKeyFile.ts';
import { openMasterKeys, settleKeyFiles, storeKeyId } from './masterKeys.ts';
import { deriveSealingKey } from '../seal/seal.ts';
import { resealAll } from './sealedTables.ts';

/** What {@link rotateMasterKey} needs. */
export interface RotationOptions {
  dataDir: string;
  /** The present master key, where it does not lie in the data folder (`SIGHTLINE_MASTER_KEY`). */
  masterKey?: string;
  /** The new one for that case; where the key lies in the data folder a new one is made. */
  newMasterKey?: string;
  /** Hears of rights of other accounts that were taken away. */
  log?: ServiceLog;
}

/**
 * Seals all values under a new master key in one transaction and leaves nothing that the old one opens. Services that
 * run on the data folder meanwhile take up the new key by themselves, unless they were given theirs from outside.
 *
 * The new key is safe in `master.key.next` before the transaction commits, and the store says which key it is sealed
 * under; so wherever this is killed, one of the two files opens the store, and the next start tidies up.
 * @throws {SealError} where a value does not open: then nothing has changed.
 * @throws {SightlineError} `store` where the folder holds no store, or its master key is not at hand.
 */
export function rotateMasterKey(options: RotationOptions): { resealed: number } {
  requireStore(options.dataDir);
  const database = openDatabase(options.dataDir);
  try {
    closeToOthers(options.dataDir, options.log ?? (() => undefined));
    const resealed = resealInOneTransaction(database, options);
    emptyLog(database);
    return { resealed };
  } finally {
    database.close();
  }
}

function resealInOneTransaction(database: Database, options: RotationOptions): number {
  const { dataDir } = options;
  const keys = openMasterKeys(database, dataDir, options.masterKey);
  try {
    return database.transaction(() => {
      settleKeyFiles(database, dataDir);
      const from = keys.current();
      const to = deriveSealingKey(newKey(options, from.id));
      const count = resealAll(database, from, to);
      storeKeyId(database, to.id);
      return count;
    });
  } finally {
    database.transaction(() => settleKeyFiles(database, dataDir));
  }
}

function newKey({ dataDir, masterKey, newMasterKey }: RotationOptions, presentId: string): Uint8Array {
  const inFolder = readKeyFile(keyFile(dataDir));
  if (inFolder !== undefined && deriveSealingKey(inFolder).id === presentId && newMasterKey === undefined) {
    const made = makeMasterKey();
    writeKeyFile(dataDir, nextKeyFile(dataDir), made);
    return made;
  }
  if (newMasterKey !== undefined && masterKey !== undefined)
    return parseMasterKey(newMasterKey, 'SIGHTLINE_NEW_MASTER_KEY');
  throw new SightlineError(
    'store',
    'The master key comes from SIGHTLINE_MASTER_KEY, so the new one must too.',
    {
      hint: 'Set SIGHTLINE_NEW_MASTER_KEY to the new key (openssl rand -hex 32), and SIGHTLINE_MASTER_KEY to it afterwards.',
    },
  );
}

/** Readers hold the log only for flashes; they are outwaited. */
function emptyLog(database: Database): void {
  for (let left = 100; left > 0 && !database.emptyLog(); left -= 1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}
