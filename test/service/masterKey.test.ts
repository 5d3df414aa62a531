import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotateMasterKey } from '../../src/service/store/rotateMasterKey.ts';
import { findUnopenable } from '../../src/service/store/sealedTables.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import type { ServiceStore } from '../../src/service/store/openStore.ts';
import { firstOwner } from '../../src/service/store/people.ts';
import { createServiceKey, revealServiceKey } from '../../src/service/store/serviceKeys.ts';
import { findOwnWorkspace } from '../../src/service/store/workspaces.ts';
import { startChild, runChild, firstLine } from '../support/service/child.ts';
import { bytesOf, dataFolder } from '../support/service/dataFolder.ts';
import { testApp } from '../support/service/testApp.ts';

const hex = (digit: string) => digit.repeat(64);

function makeKey(store: ServiceStore) {
  const owner = firstOwner(store, 'Owner');
  const actor = { kind: 'user' as const, id: owner.id, name: owner.username };
  const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
  return { ...createServiceKey(store, { workspaceId, name: 'k', prefix: 'sl_', actor }), actor };
}

const unopenable = (store: ServiceStore) => findUnopenable(store.database, store.masterKeys.current());

/** A store with one key, closed; gives the key and the master key's file. */
function filled(): { dataDir: string; key: string; file: string; next: string } {
  const dataDir = dataFolder();
  const store = openStore({ dataDir });
  const { key } = makeKey(store);
  store.close();
  return { dataDir, key, file: join(dataDir, 'master.key'), next: join(dataDir, 'master.key.next') };
}

/** Opens the store again and says whether everything in it opens. */
function allOpens(dataDir: string): boolean {
  const store = openStore({ dataDir });
  const errors = unopenable(store);
  store.close();
  return errors.length === 0;
}

test('the first start makes a key file for this account only; later starts use it', () => {
  const { dataDir, file } = filled();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'sightline.db')).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, 'utf8');
  expect(allOpens(dataDir)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a key file that others may read is closed to them', () => {
  const { dataDir, file } = filled();
  chmodSync(file, 0o644);
  expect(allOpens(dataDir)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a master key from outside is not written down, and another one is refused', () => {
  const dataDir = dataFolder();
  const store = openStore({ dataDir, masterKey: hex('a') });
  makeKey(store);
  store.close();
  expect(existsSync(join(dataDir, 'master.key'))).toBe(false);
  openStore({ dataDir, masterKey: hex('a').toUpperCase() }).close();
  expect(() => openStore({ dataDir, masterKey: hex('b') })).toThrow('does not match this data folder');
  expect(() => openStore({ dataDir })).toThrow('does not match this data folder');
});

test.each(['short', hex('g'), '', ' '])(
  'a master key that is none is refused without being repeated: %j',
  masterKey => {
    const attempt = () => openStore({ dataDir: dataFolder(), masterKey });
    expect(attempt).toThrow('The master key in SIGHTLINE_MASTER_KEY is not 64 hexadecimal characters.');
  },
);

test('a lost key file is said to be lost; no new one takes its place', () => {
  const { dataDir, file } = filled();
  rmSync(file);
  expect(() => openStore({ dataDir })).toThrow('does not match this data folder');
  expect(existsSync(file)).toBe(false);
});

test('processes that start at once on an empty folder agree on one master key, one owner, one store', async () => {
  const dataDir = dataFolder();
  const told = await Promise.all(
    Array.from({ length: 5 }, () => runChild<Record<string, string>>('storeProcess.ts', dataDir)),
  );
  for (const name of ['masterKey', 'owner', 'store'])
    expect(new Set(told.map(one => one[name])).size, name).toBe(1);
  expect(new Set(told.map(one => one['keyId'])).size).toBe(5);
  expect(allOpens(dataDir)).toBe(true);
});

test('rotation seals everything anew and leaves no byte that the old key opens, with a service running', () => {
  const dataDir = dataFolder();
  const store = openStore({ dataDir });
  const made = Array.from({ length: 50 }, () => makeKey(store));
  const sealed = store.database
    .all<{ sealed: Uint8Array }>('SELECT sealed FROM service_keys')
    .map(row => Buffer.from(row.sealed));
  const oldKey = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();

  expect(rotateMasterKey({ dataDir })).toEqual({ resealed: 50 });

  for (const [file, bytes] of bytesOf(dataDir)) {
    expect(bytes.includes(oldKey), file).toBe(false);
    for (const one of sealed) expect(bytes.includes(one.subarray(21)), file).toBe(false);
  }
  for (const { key, serviceKey, actor } of made) expect(revealServiceKey(store, serviceKey, actor)).toBe(key);
  store.close();
});

test('killed after the commit and before the files were swapped: the next start ends the swap', () => {
  const { dataDir, file, next } = filled();
  const old = readFileSync(file);
  rotateMasterKey({ dataDir });
  const fresh = readFileSync(file);
  writeFileSync(next, fresh, { mode: 0o600 });
  writeFileSync(file, old);
  expect(allOpens(dataDir)).toBe(true);
  expect(readFileSync(file)).toEqual(fresh);
  expect(existsSync(next)).toBe(false);
});

test('killed before the commit: the next key is thrown away', () => {
  const { dataDir, file, next } = filled();
  const before = readFileSync(file);
  writeFileSync(next, hex('c'), { mode: 0o600 });
  expect(allOpens(dataDir)).toBe(true);
  expect(readFileSync(file)).toEqual(before);
  expect(existsSync(next)).toBe(false);
});

test('killed on the first start, between the file and the store: the file is taken', () => {
  const dataDir = dataFolder();
  writeFileSync(join(dataDir, 'master.key'), hex('d'), { mode: 0o600 });
  expect(allOpens(dataDir)).toBe(true);
  expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(hex('d'));
});

test('a value that does not open stops the rotation by its record, and nothing has changed', () => {
  const { dataDir, file, next } = filled();
  const before = readFileSync(file);
  const store = openStore({ dataDir });
  const { serviceKey } = makeKey(store);
  store.database.run("UPDATE service_keys SET sealed = x'01' WHERE id = ?", serviceKey.id);
  expect(unopenable(store).map(({ record }) => record.id)).toEqual([serviceKey.id]);
  store.close();
  expect(() => rotateMasterKey({ dataDir })).toThrow(serviceKey.id);
  expect(readFileSync(file)).toEqual(before);
  expect(existsSync(next)).toBe(false);
});

test('the API names the record that does not open, and shows no empty key', async () => {
  const { ask, team, store } = testApp();
  const { session } = team().members.owner;
  const { body } = await ask<{ keyId: string }>('POST', '/api/api-keys', { session, body: { name: 'k' } });
  store.database.run("UPDATE service_keys SET sealed = x'01' WHERE id = ?", body.keyId);
  const answer = await ask('GET', `/api/api-keys/${body.keyId}/value`, { session });
  expect(answer.status).toBe(500);
  expect(answer.body['error']).toContain(body.keyId);
});

test('a master key from outside is rotated to the one given, and not without it', () => {
  const dataDir = dataFolder();
  const store = openStore({ dataDir, masterKey: hex('a') });
  makeKey(store);
  store.close();
  expect(() => rotateMasterKey({ dataDir, masterKey: hex('a') })).toThrow('the new one must too');
  expect(rotateMasterKey({ dataDir, masterKey: hex('a'), newMasterKey: hex('b') })).toEqual({ resealed: 1 });
  expect(() => openStore({ dataDir, masterKey: hex('a') })).toThrow('does not match');
  openStore({ dataDir, masterKey: hex('b') }).close();
});

test('a service at work takes up each new master key: nothing fails, nothing is lost', async () => {
  const service = testApp();
  const { ask, store, dataDir } = service;
  const { session } = service.team().members.owner;
  const values = new Map<string, string>();
  let rotations = 0;
  const rotate = async () => {
    for (; rotations < 3; rotations += 1) await firstLine(startChild('rotateProcess.ts', dataDir));
  };
  const work = async () => {
    while (rotations < 3) {
      const made = await ask<{ keyId: string; key: string }>('POST', '/api/api-keys', {
        session,
        body: { name: 'k' },
      });
      expect(made.status).toBe(201);
      values.set(made.body.keyId, made.body.key);
      const shown = await ask<{ key: string }>('GET', `/api/api-keys/${made.body.keyId}/value`, { session });
      expect(shown.body.key).toBe(made.body.key);
      expect((await ask('GET', '/api/account/summary', { key: made.body.key })).status).toBe(200);
      // Lets the answers of the other process come in: everything else here is done without waiting.
      await new Promise(resolve => setTimeout(resolve));
    }
  };
  await Promise.all([rotate(), work()]);
  expect(values.size).toBeGreaterThan(3);
  expect(unopenable(store)).toEqual([]);
  for (const [keyId, key] of values)
    expect((await ask('GET', `/api/api-keys/${keyId}/value`, { session })).body['key']).toBe(key);
});
