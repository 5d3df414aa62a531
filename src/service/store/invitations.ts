import type { Role } from '../../platform/shapes.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import type { User } from './people.ts';
import { lookupOf, newId, newToken } from './secrets.ts';
import { addMember } from './workspaces.ts';

/** An invitation that nobody has accepted yet. */
export interface Invitation {
  id: string;
  workspaceId: string;
  email: string;
  role: Exclude<Role, 'owner'>;
  /** The username of who invited. */
  invitedBy: string;
  createdAt: number;
}

const columns = `id, workspace_id AS workspaceId, email, role, invited_by AS invitedBy, created_at AS createdAt`;

/** Milliseconds that an invitation's link works. */
const linkLifetime = 7 * 24 * 60 * 60 * 1000;

/** Invites an address, or changes the role of the invitation that it has. */
export function invite(
  store: ServiceStore,
  workspaceId: string,
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  actor: Actor,
): void {
  store.database.transaction(() => {
    const invitation = store.database.get<{ id: string }>(
      `INSERT INTO invitations (id, workspace_id, email, role, invited_by, created_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (workspace_id, lower(email)) DO UPDATE SET role = excluded.role RETURNING id`,
      newId('invitation'),
      workspaceId,
      email,
      role,
      actor.name,
      store.now(),
    );
    record(store, {
      workspaceId,
      actor,
      action: 'member.invited',
      subjectId: invitation?.id ?? '',
      subject: email,
      detail: role,
    });
  });
}

/** A workspace's open invitations, the oldest first. @throws {BadCursor} */
export function pageInvitations(
  store: ServiceStore,
  workspaceId: string,
  request: PageRequest,
): Page<Invitation> {
  const list = { columns, from: 'invitations', where: 'workspace_id = ?', values: [workspaceId] };
  return readPage(store, { ...list, by: ['created_at', 'rowid'], descending: false }, request);
}

/** The open invitation of an address. */
export function invitationOf(
  store: ServiceStore,
  workspaceId: string,
  email: string,
): Invitation | undefined {
  return store.database.get<Invitation>(
    `SELECT ${columns} FROM invitations WHERE workspace_id = ? AND lower(email) = lower(?)`,
    workspaceId,
    email,
  );
}

/** The invitation of an id, of whatever workspace. */
export function getInvitation(store: ServiceStore, id: string): Invitation | undefined {
  return store.database.get<Invitation>(`SELECT ${columns} FROM invitations WHERE id = ?`, id);
}

/** Makes the link's token for an invitation; an earlier one stops working. */
export function makeInvitationToken(
  store: ServiceStore,
  { id, workspaceId, email }: Invitation,
  actor: Actor,
): { token: string; expiresAt: number } {
  const token = newToken();
  const expiresAt = store.now() + linkLifetime;
  store.database.transaction(() => {
    store.database.run(
      'UPDATE invitations SET token_hash = ?, token_expires_at = ? WHERE id = ?',
      lookupOf(token),
      expiresAt,
      id,
    );
    record(store, { workspaceId, actor, action: 'member.invitationLink', subjectId: id, subject: email });
  });
  return { token, expiresAt };
}

/** The invitation that a link's token belongs to, while it works. */
export function findInvitation(store: ServiceStore, token: string): Invitation | undefined {
  return store.database.get<Invitation>(
    `SELECT ${columns} FROM invitations WHERE token_hash = ? AND token_expires_at > ?`,
    lookupOf(token),
    store.now(),
  );
}

/** Makes `user` a member and uses the invitation up; to be called within a transaction. */
export function acceptInvitation(
  store: ServiceStore,
  { id, workspaceId, role, email }: Invitation,
  user: User,
): void {
  addMember(store, workspaceId, user.id, role);
  store.database.run('DELETE FROM invitations WHERE id = ?', id);
  const actor: Actor = { kind: 'user', id: user.id, name: user.username };
  record(store, {
    workspaceId,
    actor,
    action: 'member.joined',
    subjectId: user.id,
    subject: user.username,
    detail: `${role}, invited as ${email}`,
  });
}

/** Takes an invitation back. */
export function withdrawInvitation(
  store: ServiceStore,
  { id, workspaceId, email }: Invitation,
  actor: Actor,
): void {
  store.database.transaction(() => {
    store.database.run('DELETE FROM invitations WHERE id = ?', id);
    record(store, {
      workspaceId,
      actor,
      action: 'member.invitationWithdrawn',
      subjectId: id,
      subject: email,
    });
  });
}
