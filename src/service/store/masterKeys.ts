import { rmSync } from 'node:fs';
import { SightlineError } from '../../base/errors.ts';
import type { Database } from './database.ts';
import {
  keyFile,
  makeMasterKey,
  moveKeyFile,
  nextKeyFile,
  parseMasterKey,
  readKeyFile,
  removeDrafts,
  writeKeyFile,
} from '../seal/masterKeyFile.ts';
import { deriveSealingKey } from '../seal/seal.ts';
import type { SealingKey } from '../seal/seal.ts';

/** Gives the sealing key in force, also after another process has rotated the master key. */
export interface MasterKeys {
  /**
   * The key that the store's values are sealed under now. Within a transaction this is certain until its end.
   * @throws {SightlineError} `store` where no key at hand is the right one.
   */
  current: () => SealingKey;
}

const idName = 'master_key_id';

/** The id of the master key that the store's values are sealed under. */
export function storedKeyId(database: Database): string | undefined {
  return database.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', idName)?.value;
}

/** Says which master key the store's values are sealed under from this transaction on. */
export function storeKeyId(database: Database, id: string): void {
  database.run(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    idName,
    id,
  );
}

/**
 * Finds the master key: the one given (`SIGHTLINE_MASTER_KEY`, 64 hexadecimal characters), else the file in
 * `dataDir`, which the first start makes. All decisions are taken under the store's write lock, so that processes
 * starting at once agree on one.
 */
export function openMasterKeys(database: Database, dataDir: string, given?: string): MasterKeys {
  const fromOutside = given === undefined ? undefined : parseMasterKey(given, 'SIGHTLINE_MASTER_KEY');
  database.transaction(() => {
    if (storedKeyId(database) === undefined) {
      const first = fromOutside ?? readKeyFile(keyFile(dataDir)) ?? makeFile(dataDir);
      storeKeyId(database, deriveSealingKey(first).id);
    }
    settleKeyFiles(database, dataDir);
  });
  let key = find(database, dataDir, fromOutside);
  return {
    current: () => {
      if (storedKeyId(database) !== key.id) key = find(database, dataDir, fromOutside);
      return key;
    },
  };
}

/**
 * Ends what a rotation left undone; to be called with the write lock held. A next key that the store is sealed under
 * takes its place; one that was never committed is thrown away. Until then the store's own word says which is valid.
 */
export function settleKeyFiles(database: Database, dataDir: string): void {
  removeDrafts(dataDir);
  const next = readKeyFile(nextKeyFile(dataDir));
  if (next === undefined) return;
  if (deriveSealingKey(next).id === storedKeyId(database))
    moveKeyFile(dataDir, nextKeyFile(dataDir), keyFile(dataDir));
  else rmSync(nextKeyFile(dataDir));
}

function makeFile(dataDir: string): Uint8Array {
  const key = makeMasterKey();
  writeKeyFile(dataDir, keyFile(dataDir), key);
  return key;
}

/**
 * The key that the values of `database` are sealed under, of those at hand; undefined where none of them is. The next key is
 * looked at before the present one: a file that moves between the two looks is then seen all the same.
 */
export function findSealingKey(
  database: Database,
  dataDir: string,
  fromOutside: Uint8Array | undefined,
): SealingKey | undefined {
  const wanted = storedKeyId(database);
  const candidates = [
    () => fromOutside,
    () => readKeyFile(nextKeyFile(dataDir)),
    () => readKeyFile(keyFile(dataDir)),
  ];
  for (const candidate of candidates) {
    const bytes = candidate();
    if (bytes === undefined) continue;
    const key = deriveSealingKey(bytes);
    if (key.id === wanted) return key;
  }
  return undefined;
}

function find(database: Database, dataDir: string, fromOutside: Uint8Array | undefined): SealingKey {
  const key = findSealingKey(database, dataDir, fromOutside);
  if (key !== undefined) return key;
  throw new SightlineError('store', 'The master key does not match this data folder.', {
    hint: 'Restore master.key in the data folder, or set SIGHTLINE_MASTER_KEY to the key that encrypted it.',
  });
}
