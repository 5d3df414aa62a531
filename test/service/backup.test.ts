import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../src/service/backup/backUp.ts';
import { restore } from '../../src/service/backup/restore.ts';
import type { LogEntry } from '../../src/service/log.ts';
import { startService } from '../../src/service/startService.ts';
import { openDatabase } from '../../src/service/store/database.ts';
import { restoredFile, storeFile } from '../../src/service/store/dataFolder.ts';
import { migrations } from '../../src/service/store/migrations.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { firstOwner } from '../../src/service/store/people.ts';
import {
  findConnectedProvider,
  openProviderKey,
  saveConnectedProvider,
} from '../../src/service/store/providerKeys.ts';
import { rotateMasterKey } from '../../src/service/store/rotateMasterKey.ts';
import { findOwnWorkspace } from '../../src/service/store/workspaces.ts';
import { faultsOf } from '../support/service/checkStore.ts';
import { ended, firstLine, startChild } from '../support/service/child.ts';
import { bytesOf, dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';
import { newLedger, writeUntilKilled } from '../support/service/writers.ts';

const storeError = (words: string | RegExp) =>
  expect.objectContaining({ code: 'store', message: expect.stringMatching(words) as string }) as Error;

/** A data folder with a provider's key in it. */
function folderWithKey(key: string): string {
  const dataDir = dataFolder();
  saveKey(dataDir, key);
  return dataDir;
}

function saveKey(dataDir: string, key: string): void {
  const store = openStore({ dataDir });
  const owner = firstOwner(store, 'Owner');
  const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
  const actor = { kind: 'user' as const, id: owner.id, name: owner.username };
  saveConnectedProvider(store, {
    workspaceId,
    provider: 'test',
    label: 'Test',
    baseUrl: 'https://p.example',
    key,
    actor,
  });
  store.close();
}

/** Every byte of a data folder but the lock, which has none. */
function dataOf(dataDir: string): Map<string, Buffer> {
  const bytes = bytesOf(dataDir);
  bytes.delete(join(dataDir, 'service.lock'));
  return bytes;
}

function keyIn(dataDir: string, masterKey?: string): string | undefined {
  const store = openStore({ dataDir, ...(masterKey === undefined ? {} : { masterKey }) });
  try {
    const workspaceId = findOwnWorkspace(store, firstOwner(store, 'Owner').id)?.id ?? '';
    const connected = findConnectedProvider(store, workspaceId, 'test');
    return connected && openProviderKey(store, connected);
  } finally {
    store.close();
  }
}

test(
  'a backup taken while a service writes has all that was acknowledged before it, and nothing by half',
  { timeout: 120_000 },
  async () => {
    const dataDir = dataFolder();
    const elsewhere = dataFolder();
    const child = startChild('serviceProcess.ts', dataDir);
    const service = await firstLine<{ url: string; signInUrl: string }>(child);
    const { cookie } = await signedIn(service);
    const ledger = newLedger();
    const backups: { file: string; ledger: ReturnType<typeof newLedger> }[] = [];
    let answers = 0;
    const written = writeUntilKilled(service.url, cookie, ledger, () => {
      answers += 1;
      if (answers % 10 !== 0 || backups.length === 4) return;
      // What is acknowledged by now, and no more, is asked of the copy.
      const known = structuredClone(ledger);
      const { file, keyTried } = backUp({ dataDir, file: join(elsewhere, `${backups.length}.db`) });
      expect(keyTried).toBe(true);
      backups.push({ file, ledger: known });
      if (backups.length === 4) child.kill('SIGKILL');
    });
    await written;
    await ended(child);
    expect(backups).toHaveLength(4);
    for (const { file, ledger: known } of backups) {
      const restored = dataFolder();
      restore({ dataDir: restored, file, masterKeyFile: join(dataDir, 'master.key') });
      // A change on its way when the copy was made may be in it: only what was acknowledged counts.
      expect(faultsOf(restored, known).filter(fault => !/ is back$/.test(fault))).toEqual([]);
    }
  },
);

test('a backup holds neither the master key nor what was deleted, and only this account reads it', () => {
  const dataDir = folderWithKey('sk-first');
  const store = openStore({ dataDir });
  const marker = randomBytes(12).toString('hex');
  store.database.run("INSERT INTO meta VALUES ('gone', ?)", marker.repeat(100));
  store.database.run("DELETE FROM meta WHERE name = 'gone'");
  const folder = dataFolder();
  const { file, bytes } = backUp({ dataDir, file: join(folder, 'a.db') });
  store.close();
  expect(readdirSync(folder)).toEqual(['a.db']);
  expect(statSync(file).size).toBe(bytes);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const content = readFileSync(file);
  expect(content.includes(marker)).toBe(false);
  expect(content.includes(readFileSync(join(dataDir, 'master.key'), 'utf8').trim())).toBe(false);
});

test('a restore brings the data back, and keeps the former aside', () => {
  const dataDir = folderWithKey('sk-first');
  const taken = Date.UTC(2026, 0, 2);
  const { file } = backUp({ dataDir, file: join(dataFolder(), 'a.db'), now: () => taken });
  saveKey(dataDir, 'sk-second');
  const { former, takenAt } = restore({ dataDir, file });
  expect(takenAt).toBe(taken);
  expect(keyIn(dataDir)).toBe('sk-first');
  const aside = dataFolder();
  copyFileSync(join(former ?? '', storeFile), join(aside, storeFile));
  copyFileSync(join(dataDir, 'master.key'), join(aside, 'master.key'));
  expect(keyIn(aside)).toBe('sk-second');
});

test('a file is never written over, and a mistyped folder is none', () => {
  const dataDir = folderWithKey('sk-first');
  const file = join(dataFolder(), 'a.db');
  writeFileSync(file, 'mine');
  expect(() => backUp({ dataDir, file })).toThrow(storeError('is there already'));
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(() => backUp({ dataDir: join(dataDir, 'none'), file: `${file}2` })).toThrow(
    storeError('no service data'),
  );
  expect(() => backUp({ dataDir, file: join(dataDir, 'none', 'a.db') })).toThrow(
    storeError('No file can be made'),
  );
});

test('a restore is refused while a service runs, and changes nothing', async () => {
  const dataDir = folderWithKey('sk-first');
  const { file } = backUp({ dataDir, file: join(dataFolder(), 'a.db') });
  for (const shareData of [false, true]) {
    const service = await startService({ dataDir, shareData });
    saveKey(dataDir, 'sk-second');
    expect(() => restore({ dataDir, file })).toThrow(storeError('already running'));
    await service.close();
    expect(keyIn(dataDir)).toBe('sk-second');
  }
});

test('without the master key of its time a backup is not restored; with its file it is, and later starts have it', () => {
  const dataDir = folderWithKey('sk-first');
  const oldKey = join(dataFolder(), 'old.key');
  copyFileSync(join(dataDir, 'master.key'), oldKey);
  const { file } = backUp({ dataDir, file: join(dataFolder(), 'a.db') });
  rotateMasterKey({ dataDir });
  const before = dataOf(dataDir);
  expect(() => restore({ dataDir, file })).toThrow(storeError('No master key at hand opens'));
  expect(() => restore({ dataDir, file, masterKey: 'f'.repeat(64) })).toThrow(storeError('No master key'));
  expect(dataOf(dataDir)).toEqual(before);
  const { former = '' } = restore({ dataDir, file, masterKeyFile: oldKey });
  expect(keyIn(dataDir)).toBe('sk-first');
  expect(keyIn(former)).toBe('sk-first');
});

test('a master key from outside is not written into the folder', () => {
  const masterKey = randomBytes(32).toString('hex');
  const dataDir = dataFolder();
  openStore({ dataDir, masterKey }).close();
  const { file, keyTried } = backUp({ dataDir, file: join(dataFolder(), 'a.db') });
  expect(keyTried).toBe(false);
  expect(backUp({ dataDir, masterKey, file: `${file}2` }).keyTried).toBe(true);
  const target = join(dataFolder(), 'new');
  expect(restore({ dataDir: target, file, masterKey }).former).toBeUndefined();
  expect(readdirSync(target)).not.toContain('master.key');
  openStore({ dataDir: target, masterKey }).close();
});

test('what is no sound backup changes nothing', () => {
  const dataDir = folderWithKey('sk-first');
  const folder = dataFolder();
  const at = (name: string) => join(folder, name);
  const { file } = backUp({ dataDir, file: at('a.db') });
  const bytes = readFileSync(file);
  writeFileSync(at('cut.db'), bytes.subarray(0, bytes.length - 3 * 4096));
  const changed = Buffer.from(bytes);
  changed.fill(0xaa, 4096 * 3, 4096 * 4);
  writeFileSync(at('changed.db'), changed);
  writeFileSync(at('text.db'), 'hello'.repeat(100));
  const foreign = new DatabaseSync(at('foreign.db'));
  foreign.exec('CREATE TABLE t (x)');
  foreign.close();
  mkdirSync(at('newer'));
  openDatabase(at('newer'), [...migrations, { name: 'n', sql: 'CREATE TABLE n (id TEXT)' }]).close();
  const newer = new DatabaseSync(at('newer/sightline.db'));
  newer.exec("INSERT INTO meta VALUES ('store_id', 'x')");
  newer.close();
  const before = dataOf(dataDir);
  for (const [name, words] of [
    ['cut.db', 'damaged'],
    ['changed.db', 'damaged'],
    ['text.db', 'no backup'],
    ['none.db', 'There is no file'],
    ['foreign.db', 'no data of the service'],
    ['newer/sightline.db', 'newer Sightline'],
  ] as const)
    expect(() => restore({ dataDir, file: at(name) }), name).toThrow(storeError(words));
  expect(dataOf(dataDir)).toEqual(before);
});

test('a backup of an older schema is brought to the present one', () => {
  const old = dataFolder();
  const database = openDatabase(old, migrations.slice(0, 3));
  database.run("INSERT INTO meta VALUES ('store_id', '01234567')");
  database.close();
  const store = openStore({ dataDir: dataFolder(), masterKey: 'a'.repeat(64) });
  const keyId = store.database.get<{ value: string }>(
    "SELECT value FROM meta WHERE name = 'master_key_id'",
  )?.value;
  store.close();
  const again = new DatabaseSync(join(old, storeFile));
  again.prepare("INSERT INTO meta VALUES ('master_key_id', ?)").run(keyId ?? '');
  again.close();
  const { file } = backUp({ dataDir: old, file: join(dataFolder(), 'a.db') });
  const dataDir = dataFolder();
  restore({ dataDir, file, masterKey: 'a'.repeat(64) });
  const restored = openStore({ dataDir, masterKey: 'a'.repeat(64) });
  expect(restored.database.get('PRAGMA user_version')).toEqual({ user_version: migrations.length });
  restored.close();
});

test('after a restore that was cut off nothing starts on an empty store; repeated, it is whole', async () => {
  const dataDir = folderWithKey('sk-first');
  const { file } = backUp({ dataDir, file: join(dataFolder(), 'a.db') });
  copyFileSync(file, join(dataDir, restoredFile));
  await expect(startService({ dataDir })).rejects.toThrow(storeError('did not finish'));
  expect(() => backUp({ dataDir, file: `${file}2` })).toThrow(storeError('did not finish'));
  restore({ dataDir, file });
  expect(existsSync(join(dataDir, restoredFile))).toBe(false);
  expect(keyIn(dataDir)).toBe('sk-first');
});

/** A copy of a folder, made while a service runs on it. */
function copied(dataDir: string, leaveOut: string[]): string {
  const copy = dataFolder();
  for (const name of readdirSync(dataDir))
    if (!leaveOut.includes(name)) copyFileSync(join(dataDir, name), join(copy, name));
  return copy;
}

test('a store that was copied without its log is told, at the start, by a backup and by a restore', async () => {
  const dataDir = dataFolder();
  const service = await startService({ dataDir });
  saveKey(dataDir, 'sk-late');
  const said = (folder: string) => {
    const log: LogEntry[] = [];
    openStore({ dataDir: folder, log: entry => log.push(entry) }).close();
    return log.filter(({ level }) => level === 'warn').map(({ message }) => message);
  };
  const alone = copied(dataDir, ['sightline.db-wal', 'sightline.db-shm']);
  expect(() => backUp({ dataDir: alone, file: join(alone, 'a.db') })).toThrow(
    storeError('without sightline.db-wal'),
  );
  expect(() => restore({ dataDir: dataFolder(), file: join(alone, storeFile) })).toThrow(
    storeError('latest changes are not in it'),
  );
  expect(said(alone)).toEqual([expect.stringContaining('sightline.db-wal is not beside it')]);
  // With its log it is whole, and so is what was closed; neither is complained about.
  const whole = copied(dataDir, ['sightline.db-shm']);
  expect(said(whole)).toEqual([]);
  expect(keyIn(whole)).toBe('sk-late');
  expect(said(whole)).toEqual([]);
  await service.close();
  const closed = copied(dataDir, []);
  expect(said(closed)).toEqual([]);
  expect(keyIn(closed)).toBe('sk-late');
  expect(() => restore({ dataDir: closed, file: join(dataDir, storeFile) })).not.toThrow();
});

test('of two processes on a store the last one leaves it whole; after a kill nothing is missed', async () => {
  const dataDir = dataFolder();
  const first = startChild('serviceProcess.ts', dataDir);
  await firstLine(first);
  saveKey(dataDir, 'sk-beside');
  first.kill('SIGKILL');
  await ended(first);
  const log: LogEntry[] = [];
  openStore({ dataDir, log: entry => log.push(entry) }).close();
  expect(keyIn(dataDir)).toBe('sk-beside');
  expect(log).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('sightline.db-wal');
});
