import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import { openValue, sealValue } from './openStore.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { newId } from './secrets.ts';

/** A provider that is connected to a workspace; its key is not among it. */
export interface ConnectedProvider {
  id: string;
  workspaceId: string;
  provider: string;
  label: string;
  baseUrl: string;
  /** The first characters of the key, empty where it has none or is too short to show any of it. */
  keyPrefix: string;
  createdAt: number;
  updatedAt: number;
}

const columns = `id, workspace_id AS workspaceId, provider, label, base_url AS baseUrl, key_prefix AS keyPrefix,
  created_at AS createdAt, updated_at AS updatedAt`;

/** What {@link saveConnectedProvider} keeps. */
export interface ProviderToSave {
  workspaceId: string;
  provider: string;
  label: string;
  baseUrl: string;
  /** Absent for servers that need none. */
  key?: string;
  actor: Actor;
}

/** Connects a provider, or replaces its key and address. */
export function saveConnectedProvider(
  store: ServiceStore,
  { workspaceId, provider, label, baseUrl, key, actor }: ProviderToSave,
): ConnectedProvider {
  return store.database.transaction(() => {
    const before = findConnectedProvider(store, workspaceId, provider);
    const id = before?.id ?? newId('provider');
    const sealed =
      key === undefined ? null : sealValue(store, { kind: 'provider key', id, workspaceId }, key);
    const saved: ConnectedProvider = {
      id,
      workspaceId,
      provider,
      label,
      baseUrl,
      keyPrefix: shownPart(key ?? ''),
      createdAt: before?.createdAt ?? store.now(),
      updatedAt: store.now(),
    };
    store.database.run(
      `INSERT INTO provider_keys
         (id, workspace_id, provider, label, base_url, key_prefix, sealed, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET label = excluded.label, base_url = excluded.base_url,
         key_prefix = excluded.key_prefix, sealed = excluded.sealed, updated_at = excluded.updated_at`,
      id,
      workspaceId,
      provider,
      label,
      baseUrl,
      saved.keyPrefix,
      sealed,
      saved.createdAt,
      saved.updatedAt,
    );
    const detail = before === undefined ? 'connected' : 'replaced';
    record(store, { workspaceId, actor, action: 'provider.saved', subjectId: id, subject: label, detail });
    return saved;
  });
}

/** Six characters where the key has at least 24: enough to tell two keys apart, too little to help anybody. */
function shownPart(key: string): string {
  return key.length < 24 ? '' : key.slice(0, 6);
}

/** A workspace's connected providers by label, page by page. @throws {BadCursor} */
export function pageProviders(
  store: ServiceStore,
  workspaceId: string,
  request: PageRequest,
): Page<ConnectedProvider> {
  const list = { columns, from: 'provider_keys', where: 'workspace_id = ?', values: [workspaceId] };
  return readPage(store, { ...list, by: ['label', 'provider'], descending: false }, request);
}

/** A workspace's connected providers by label: all, which are at most `upperLimits.providers`. */
export function listProviders(store: ServiceStore, workspaceId: string): ConnectedProvider[] {
  return store.database.all<ConnectedProvider>(
    `SELECT ${columns} FROM provider_keys WHERE workspace_id = ? ORDER BY label, provider`,
    workspaceId,
  );
}

/** One connected provider. */
export function findConnectedProvider(
  store: ServiceStore,
  workspaceId: string,
  provider: string,
): ConnectedProvider | undefined {
  return store.database.get<ConnectedProvider>(
    `SELECT ${columns} FROM provider_keys WHERE workspace_id = ? AND provider = ?`,
    workspaceId,
    provider,
  );
}

/**
 * The key to send to a connected provider, undefined for servers that need none.
 * @throws {SealError} where it does not open.
 */
export function openProviderKey(
  store: ServiceStore,
  { id, workspaceId }: ConnectedProvider,
): string | undefined {
  return openValue(store, () => {
    const row = store.database.get<{ sealed: Uint8Array | null }>(
      'SELECT sealed FROM provider_keys WHERE id = ?',
      id,
    );
    return row?.sealed ? { kind: 'provider key', id, workspaceId, sealed: row.sealed } : undefined;
  });
}

/** Disconnects a provider and deletes its key. False where there was none. */
export function removeProvider(
  store: ServiceStore,
  workspaceId: string,
  provider: string,
  actor: Actor,
): boolean {
  return store.database.transaction(() => {
    const connected = findConnectedProvider(store, workspaceId, provider);
    if (connected === undefined) return false;
    store.database.run('DELETE FROM provider_keys WHERE id = ?', connected.id);
    const { id, label } = connected;
    record(store, { workspaceId, actor, action: 'provider.removed', subjectId: id, subject: label });
    return true;
  });
}
