import { findUnopenable } from '../../../src/service/store/sealedTables.ts';
import { getHost } from '../../../src/service/store/hosts.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import type { ServiceStore } from '../../../src/service/store/openStore.ts';
import { firstOwner } from '../../../src/service/store/people.ts';
import { findConnectedProvider, openProviderKey } from '../../../src/service/store/providerKeys.ts';
import { findStoredKey } from '../../../src/service/store/serviceKeys.ts';
import { findOwnWorkspace, listWorkspaces } from '../../../src/service/store/workspaces.ts';
import type { Ledger } from './writers.ts';

/** Rows that only a change made by half could leave behind. */
const halves = {
  'a workspace without an owner':
    "SELECT id FROM workspaces w WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE workspace_id = w.id AND role = 'owner')",
  'a person without a workspace':
    'SELECT id FROM users u WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = u.id)',
  'a team that the audit trail does not know':
    "SELECT id FROM workspaces w WHERE kind = 'team' AND NOT EXISTS (SELECT 1 FROM activity WHERE subject_id = w.id)",
  'a key that the audit trail does not know':
    "SELECT id FROM service_keys k WHERE NOT EXISTS (SELECT 1 FROM activity WHERE subject_id = k.id AND action = 'key.created')",
  'a key that the audit trail calls revoked':
    "SELECT id FROM service_keys k WHERE EXISTS (SELECT 1 FROM activity WHERE subject_id = k.id AND action = 'key.revoked')",
  'a key that went without a word':
    "SELECT subject_id FROM activity a WHERE action = 'key.created' AND NOT EXISTS (SELECT 1 FROM service_keys WHERE id = a.subject_id) AND NOT EXISTS (SELECT 1 FROM activity WHERE subject_id = a.subject_id AND action = 'key.revoked')",
  'an open job of a host that is gone':
    "SELECT id FROM jobs j WHERE host_id IS NOT NULL AND state IN ('queued', 'running') AND NOT EXISTS (SELECT 1 FROM hosts WHERE id = j.host_id)",
  'a connected host that the audit trail does not know':
    "SELECT id FROM hosts h WHERE worker_sealed IS NOT NULL AND NOT EXISTS (SELECT 1 FROM activity WHERE subject_id = h.id AND action = 'host.connected')",
  'a host that the audit trail calls gone':
    "SELECT id FROM hosts h WHERE EXISTS (SELECT 1 FROM activity WHERE subject_id = h.id AND action = 'host.disconnected')",
  'a provider without its key': 'SELECT id FROM provider_keys WHERE sealed IS NULL',
} as const;

/** All that is wrong with a data folder, by the book of what was acknowledged. Empty where all is well. */
export function faultsOf(dataDir: string, ledger: Ledger): string[] {
  const store = openStore({ dataDir });
  try {
    const { database } = store;
    const [integrity] = database.all<{ integrity_check: string }>('PRAGMA integrity_check');
    return [
      ...(integrity?.integrity_check === 'ok' ? [] : ['the file is damaged']),
      ...database.all('PRAGMA foreign_key_check').map(row => `a dangling row: ${JSON.stringify(row)}`),
      ...findUnopenable(database, store.masterKeys.current()).map(error => error.message),
      ...Object.entries(halves).flatMap(([what, sql]) =>
        database.all(sql).map(row => `${what}: ${JSON.stringify(row)}`),
      ),
      ...lost(store, ledger),
    ];
  } finally {
    store.close();
  }
}

function* lost(store: ServiceStore, { keys, hosts, jobs, providers, teams }: Ledger): Generator<string> {
  const owner = firstOwner(store, 'Owner');
  const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
  for (const [id, { key, revocation }] of keys) {
    const found = findStoredKey(store, key)?.id === id;
    if (revocation === undefined && !found) yield `key ${id} is lost`;
    if (revocation === true && found) yield `key ${id} is back`;
  }
  const hasHost = (id: string) => getHost(store, id)?.workspaceId === workspaceId;
  for (const [id, { disconnection }] of hosts) {
    if (disconnection === undefined && !hasHost(id)) yield `host ${id} is lost`;
    if (disconnection === true && hasHost(id)) yield `host ${id} is back`;
  }
  for (const [id, { hostId }] of jobs) {
    const job = store.database.get<{ state: string }>('SELECT state FROM jobs WHERE id = ?', id);
    if (job === undefined) yield `job ${id} is lost`;
    const expected = hasHost(hostId) ? 'queued' : 'cancelled';
    if (job !== undefined && job.state !== expected) yield `job ${id} is ${job.state}, not ${expected}`;
  }
  for (const [name, saved] of providers) {
    const connected = findConnectedProvider(store, workspaceId, name);
    const value = connected && openProviderKey(store, connected);
    const last = saved.findLastIndex(({ acknowledged }) => acknowledged);
    const possible = saved.slice(Math.max(last, 0)).map(({ key }) => key);
    if (last >= 0 && !possible.includes(value ?? '')) yield `the key of ${name} is lost`;
  }
  const owned = new Set(listWorkspaces(store, owner.id).map(({ username }) => username));
  for (const [username, acknowledged] of teams)
    if (acknowledged && !owned.has(username)) yield `team ${username} is lost`;
}
