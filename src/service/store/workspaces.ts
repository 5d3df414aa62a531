import type { Role } from '../../platform/shapes.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';
import { newId } from './secrets.ts';

/** A workspace of the service. */
export interface Workspace {
  id: string;
  username: string;
  fullName: string;
  kind: 'personal' | 'team';
}

/** A workspace as one of its members sees it. */
export interface OwnWorkspace extends Workspace {
  role: Role;
}

const columns = 'w.id, w.username, w.full_name AS fullName, w.kind';

/** Makes a workspace with its owner; to be called within a transaction. */
export function createWorkspace(
  store: ServiceStore,
  { ownerId, ...rest }: Omit<Workspace, 'id'> & { ownerId: string },
): Workspace {
  const workspace: Workspace = { id: newId('workspace'), ...rest };
  store.database.run(
    'INSERT INTO workspaces (id, username, full_name, kind, created_at) VALUES (?, ?, ?, ?, ?)',
    workspace.id,
    workspace.username,
    workspace.fullName,
    workspace.kind,
    store.now(),
  );
  addMember(store, workspace.id, ownerId, 'owner');
  return workspace;
}

/** Makes a team that `actor` owns; to be called within a transaction, the username being free. */
export function createTeam(
  store: ServiceStore,
  { username, fullName, actor }: { username: string; fullName: string; actor: Actor },
): Workspace {
  const workspace = createWorkspace(store, { username, fullName, kind: 'team', ownerId: actor.id });
  record(store, {
    workspaceId: workspace.id,
    actor,
    action: 'team.created',
    subjectId: workspace.id,
    subject: fullName,
  });
  return workspace;
}

/** Adds a person to a workspace. */
export function addMember(store: ServiceStore, workspaceId: string, userId: string, role: Role): void {
  store.database.run(
    'INSERT INTO memberships (workspace_id, user_id, role, joined_at) VALUES (?, ?, ?, ?)',
    workspaceId,
    userId,
    role,
    store.now(),
  );
}

/** The workspace of an id. */
export function getWorkspace(store: ServiceStore, id: string): Workspace | undefined {
  return store.database.get<Workspace>(`SELECT ${columns} FROM workspaces w WHERE w.id = ?`, id);
}

/** A person's workspaces, the personal one first. */
export function listWorkspaces(store: ServiceStore, userId: string): OwnWorkspace[] {
  return store.database.all<OwnWorkspace>(
    `SELECT ${columns}, m.role FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
     WHERE m.user_id = ? ORDER BY w.kind, w.full_name, w.username`,
    userId,
  );
}

/** The workspace of a username as the person sees it; without a username their personal one. */
export function findOwnWorkspace(
  store: ServiceStore,
  userId: string,
  username?: string,
): OwnWorkspace | undefined {
  const mine = `SELECT ${columns}, m.role FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = ?`;
  return username === undefined
    ? store.database.get<OwnWorkspace>(`${mine} AND w.kind = 'personal'`, userId)
    : store.database.get<OwnWorkspace>(`${mine} AND w.username = ?`, userId, username);
}

/** How many teams a person owns. */
export function countOwnTeams(store: ServiceStore, userId: string): number {
  const sql = `SELECT count(*) AS count FROM memberships m CROSS JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.user_id = ? AND m.role = 'owner' AND w.kind = 'team'`;
  return store.database.get<{ count: number }>(sql, userId)?.count ?? 0;
}

/** How many workspaces a person is a member of, their own included. */
export function countWorkspaces(store: ServiceStore, userId: string): number {
  const sql = 'SELECT count(*) AS count FROM memberships WHERE user_id = ?';
  return store.database.get<{ count: number }>(sql, userId)?.count ?? 0;
}

/** Rows that {@link countOf} counts at most: it takes no longer where there are more. */
export const mostCounted = 10_000;

/** How many rows of a table are a workspace's; more than {@link mostCounted} are `mostCounted + 1`. */
export function countOf(
  store: ServiceStore,
  table:
    'service_keys' | 'provider_keys' | 'hosts' | 'memberships' | 'invitations' | 'usage' | 'training_runs',
  workspaceId: string,
): number {
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE workspace_id = ? LIMIT ?)`;
  return store.database.get<{ count: number }>(sql, workspaceId, mostCounted + 1)?.count ?? 0;
}
