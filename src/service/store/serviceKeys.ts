import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import { copyBudgets, removeBudgetsOfKey } from './budgets.ts';
import { openValue, sealValue } from './openStore.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { storedPrefix, lookupOf, newId, newKey } from './secrets.ts';

/** A service key as it is listed; its value is not among it. */
export interface StoredServiceKey {
  id: string;
  workspaceId: string;
  name: string;
  /** The dedicated endpoint that it is for; null for the whole workspace. */
  endpoint: string | null;
  keyPrefix: string;
  /** The id of the member who made it. */
  createdBy: string;
  createdAt: number;
  lastUsedAt: number | null;
  usageCount: number;
}

const columns = `id, workspace_id AS workspaceId, name, endpoint, key_prefix AS keyPrefix, created_by AS createdBy,
  created_at AS createdAt, last_used_at AS lastUsedAt, usage_count AS usageCount`;

/** Makes a key for a workspace. Names need not be unique: rotation makes a second key of the same name. */
export function createServiceKey(
  store: ServiceStore,
  {
    workspaceId,
    name,
    prefix,
    actor,
    endpoint = null,
  }: { workspaceId: string; name: string; prefix: string; actor: Actor; endpoint?: string | null },
): { key: string; serviceKey: StoredServiceKey } {
  const key = newKey(prefix);
  const serviceKey: StoredServiceKey = {
    id: newId('key'),
    workspaceId,
    name,
    endpoint,
    keyPrefix: storedPrefix(key),
    createdBy: actor.id,
    createdAt: store.now(),
    lastUsedAt: null,
    usageCount: 0,
  };
  store.database.transaction(() => {
    const replaced = newestOfName(store, workspaceId, name);
    store.database.run(
      `INSERT INTO service_keys (id, workspace_id, name, key_prefix, lookup, sealed, created_by, created_at, endpoint)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      serviceKey.id,
      workspaceId,
      name,
      serviceKey.keyPrefix,
      lookupOf(key),
      sealValue(store, { kind: 'service key', id: serviceKey.id, workspaceId }, key),
      actor.id,
      serviceKey.createdAt,
      endpoint,
    );
    // Rotation must not take a budget away.
    if (replaced !== undefined) copyBudgets(store, { workspaceId, from: replaced.id, to: serviceKey.id });
    record(store, { workspaceId, actor, action: 'key.created', subjectId: serviceKey.id, subject: name });
  });
  return { key, serviceKey };
}

/** A workspace's keys, newest first. @throws {BadCursor} */
export function pageServiceKeys(
  store: ServiceStore,
  workspaceId: string,
  request: PageRequest,
): Page<StoredServiceKey> {
  const list = { columns, from: 'service_keys', where: 'workspace_id = ?', values: [workspaceId] };
  return readPage(store, { ...list, by: ['created_at', 'rowid'], descending: true }, request);
}

/** The newest key of a name in a workspace. */
export function newestOfName(
  store: ServiceStore,
  workspaceId: string,
  name: string,
): StoredServiceKey | undefined {
  return store.database.get<StoredServiceKey>(
    `SELECT ${columns} FROM service_keys WHERE workspace_id = ? AND name = ?
     ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    workspaceId,
    name,
  );
}

/** The key whose value was sent, if there is such a one now. */
export function findStoredKey(store: ServiceStore, key: string): StoredServiceKey | undefined {
  return store.database.get<StoredServiceKey>(
    `SELECT ${columns} FROM service_keys WHERE lookup = ?`,
    lookupOf(key),
  );
}

/** The key of an id, of whatever workspace. */
export function getServiceKey(store: ServiceStore, id: string): StoredServiceKey | undefined {
  return store.database.get<StoredServiceKey>(`SELECT ${columns} FROM service_keys WHERE id = ?`, id);
}

/**
 * A key's whole value, for its owner's eyes; written to the audit trail.
 * @throws {SealError} where it does not open.
 */
export function revealServiceKey(
  store: ServiceStore,
  serviceKey: StoredServiceKey,
  actor: Actor,
): string | undefined {
  const { id, workspaceId, name } = serviceKey;
  return store.database.transaction(() => {
    const value = openValue(store, () => {
      const row = store.database.get<{ sealed: Uint8Array }>(
        'SELECT sealed FROM service_keys WHERE id = ?',
        id,
      );
      return row && { kind: 'service key', id, workspaceId, sealed: row.sealed };
    });
    if (value !== undefined)
      record(store, { workspaceId, actor, action: 'key.revealed', subjectId: id, subject: name });
    return value;
  });
}

/** Deletes a key's record. False where it is gone already. */
export function revokeServiceKey(
  store: ServiceStore,
  { id, workspaceId, name }: StoredServiceKey,
  actor: Actor,
): boolean {
  return store.database.transaction(() => {
    if (store.database.run('DELETE FROM service_keys WHERE id = ?', id) === 0) return false;
    removeBudgetsOfKey(store, workspaceId, id);
    record(store, { workspaceId, actor, action: 'key.revoked', subjectId: id, subject: name });
    return true;
  });
}
