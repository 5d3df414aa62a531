import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';

/** Who did something. */
export interface Actor {
  kind: 'user' | 'key' | 'host' | 'service';
  id: string;
  name: string;
}

/** Everything that the audit trail tells. */
export type Action =
  | 'key.created'
  | 'key.revealed'
  | 'key.revoked'
  | 'provider.saved'
  | 'provider.removed'
  | 'imageDescriber.saved'
  | 'imageDescriber.removed'
  | 'sharedAnswers.deleted'
  | 'price.saved'
  | 'price.removed'
  | 'budget.saved'
  | 'budget.removed'
  | 'budget.warned'
  | 'host.created'
  | 'host.connected'
  | 'host.disconnected'
  | 'job.created'
  | 'job.cancelled'
  | 'training.created'
  | 'team.created'
  | 'member.invited'
  | 'member.invitationLink'
  | 'member.invitationWithdrawn'
  | 'member.joined'
  | 'member.roleChanged'
  | 'member.removed'
  | 'member.left'
  | 'ownership.transferred';

/** One entry to be written. */
export interface ActivityEntry {
  workspaceId: string;
  actor: Actor;
  action: Action;
  subjectId: string;
  /** What it was done to, as people know it; never a secret. */
  subject: string;
  detail?: string;
}

/** One entry as it is kept. */
export interface ActivityRow {
  id: number;
  at: number;
  actor_kind: Actor['kind'];
  actor_id: string;
  actor_name: string;
  action: string;
  subject_id: string;
  subject: string;
  detail: string | null;
}

/** Writes to the audit trail; to be called within the transaction of the change itself, so that neither stands alone. */
export function record(
  store: ServiceStore,
  { workspaceId, actor, action, subjectId, subject, detail }: ActivityEntry,
): void {
  store.database.run(
    `INSERT INTO activity (workspace_id, at, actor_kind, actor_id, actor_name, action, subject_id, subject, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspaceId,
    store.now(),
    actor.kind,
    actor.id,
    actor.name,
    action,
    subjectId,
    subject,
    detail ?? null,
  );
}

const columns = 'id, at, actor_kind, actor_id, actor_name, action, subject_id, subject, detail';

/** A workspace's entries, the newest first. @throws {BadCursor} */
export function pageActivity(
  store: ServiceStore,
  workspaceId: string,
  request: PageRequest,
): Page<ActivityRow> {
  const list = { columns, from: 'activity INDEXED BY activity_workspace', where: 'workspace_id = ?' };
  return readPage(store, { ...list, values: [workspaceId], by: ['id'], descending: true }, request);
}

/** The newest entries of a workspace before the entry `before`, at most `limit`. */
export function listActivity(
  store: ServiceStore,
  workspaceId: string,
  limit: number,
  before?: number,
): ActivityRow[] {
  return store.database.all<ActivityRow>(
    `SELECT ${columns} FROM activity INDEXED BY activity_workspace
     WHERE workspace_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    workspaceId,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

/** The entries of a workspace after the entry `after` and not after `upTo`, the oldest first, at most `limit`. */
export function activityBetween(
  { database }: Pick<ServiceStore, 'database'>,
  workspaceId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): ActivityRow[] {
  return database.all<ActivityRow>(
    `SELECT ${columns} FROM activity INDEXED BY activity_workspace
     WHERE workspace_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?`,
    workspaceId,
    after,
    upTo,
    limit,
  );
}

/** The id of a workspace's newest entry; 0 where it has none. */
export function newestActivity({ database }: Pick<ServiceStore, 'database'>, workspaceId: string): number {
  const newest = database.get<{ id: number }>(
    `SELECT id FROM activity INDEXED BY activity_workspace WHERE workspace_id = ? ORDER BY id DESC LIMIT 1`,
    workspaceId,
  );
  return newest?.id ?? 0;
}
