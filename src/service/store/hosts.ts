import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import { cancelOpenJobs } from './jobs.ts';
import { sealValue } from './openStore.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { lookupOf, newId, newKey, newToken, workerKeyPrefix } from './secrets.ts';

/** An On Premise host; neither its token nor its worker key is among it. */
export interface Host {
  id: string;
  workspaceId: string;
  name: string;
  tokenExpiresAt: number | null;
  createdAt: number;
  connectedAt: number | null;
  lastSeenAt: number | null;
}

const columns = `id, workspace_id AS workspaceId, name, token_expires_at AS tokenExpiresAt, created_at AS createdAt,
  connected_at AS connectedAt, last_seen_at AS lastSeenAt`;

/** Milliseconds that a host's one-time token works. */
const tokenLifetime = 10 * 60 * 1000;
/** Milliseconds between two notes of when a host was last seen. */
const seenInterval = 15_000;

/** Prepares the connection of a host; the token is told this once. */
export function createHost(
  store: ServiceStore,
  { workspaceId, name, actor }: { workspaceId: string; name: string; actor: Actor },
): { host: Host; token: string; tokenExpiresAt: number } {
  const token = newToken();
  const createdAt = store.now();
  const tokenExpiresAt = createdAt + tokenLifetime;
  const id = newId('host');
  store.database.transaction(() => {
    store.database.run(
      `INSERT INTO hosts (id, workspace_id, name, token_hash, token_expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      workspaceId,
      name,
      lookupOf(token),
      tokenExpiresAt,
      createdAt,
    );
    record(store, { workspaceId, actor, action: 'host.created', subjectId: id, subject: name });
  });
  const host = { id, workspaceId, name, tokenExpiresAt, createdAt, connectedAt: null, lastSeenAt: null };
  return { host, token, tokenExpiresAt };
}

/** Trades a one-time token for a worker key, or undefined where the token does not work (any more). */
export function connectHost(
  store: ServiceStore,
  token: string,
): { host: Host; workerKey: string } | undefined {
  return store.database.transaction(() => {
    const host = store.database.get<Host>(
      `SELECT ${columns} FROM hosts WHERE token_hash = ? AND token_expires_at > ?`,
      lookupOf(token),
      store.now(),
    );
    if (host === undefined) return undefined;
    const { id, workspaceId, name } = host;
    const workerKey = newKey(workerKeyPrefix);
    store.database.run(
      `UPDATE hosts SET token_hash = NULL, token_expires_at = NULL, worker_lookup = ?, worker_sealed = ?,
         connected_at = ?, last_seen_at = ? WHERE id = ?`,
      lookupOf(workerKey),
      sealValue(store, { kind: 'worker key', id, workspaceId }, workerKey),
      store.now(),
      store.now(),
      id,
    );
    const actor: Actor = { kind: 'host', id, name };
    record(store, { workspaceId, actor, action: 'host.connected', subjectId: id, subject: name });
    return { host: { ...host, tokenExpiresAt: null, connectedAt: store.now() }, workerKey };
  });
}

/** A workspace's hosts, newest first. @throws {BadCursor} */
export function pageHosts(store: ServiceStore, workspaceId: string, request: PageRequest): Page<Host> {
  const list = { columns, from: 'hosts', where: 'workspace_id = ?', values: [workspaceId] };
  return readPage(store, { ...list, by: ['created_at', 'rowid'], descending: true }, request);
}

/** The host of an id, of whatever workspace. */
export function getHost(store: ServiceStore, id: string): Host | undefined {
  return store.database.get<Host>(`SELECT ${columns} FROM hosts WHERE id = ?`, id);
}

/** The host whose worker key was sent; notes that it was seen. */
export function findWorker(store: ServiceStore, workerKey: string): Host | undefined {
  const host = store.database.get<Host>(
    `SELECT ${columns} FROM hosts WHERE worker_lookup = ?`,
    lookupOf(workerKey),
  );
  if (host !== undefined && store.now() - (host.lastSeenAt ?? 0) > seenInterval)
    store.database.run('UPDATE hosts SET last_seen_at = ? WHERE id = ?', store.now(), host.id);
  return host;
}

/**
 * Disconnects a host: its worker key goes, and its queued and running jobs are cancelled, all at once.
 * @returns how many jobs that were, or undefined where the host is gone already.
 */
export function disconnectHost(
  store: ServiceStore,
  { id, workspaceId, name }: Host,
  actor: Actor,
): number | undefined {
  return store.database.transaction(() => {
    if (store.database.run('DELETE FROM hosts WHERE id = ?', id) === 0) return undefined;
    const cancelled = cancelOpenJobs(store, workspaceId, id);
    const detail = `${cancelled} jobs cancelled`;
    record(store, { workspaceId, actor, action: 'host.disconnected', subjectId: id, subject: name, detail });
    return cancelled;
  });
}
