import type { Role } from '../../platform/shapes.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';

/** A member of a workspace. */
export interface Member {
  userId: string;
  username: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: number;
}

const columns = 'u.id AS userId, u.username, u.name, u.email, m.role, m.joined_at AS joinedAt';
const from = 'memberships m CROSS JOIN users u ON u.id = m.user_id';
const members = `SELECT ${columns} FROM ${from} WHERE m.workspace_id = ?`;

/** A workspace's members in the order they joined. @throws {BadCursor} */
export function pageMembers(store: ServiceStore, workspaceId: string, request: PageRequest): Page<Member> {
  const list = { columns, from, where: 'm.workspace_id = ?', values: [workspaceId] };
  return readPage(store, { ...list, by: ['m.joined_at', 'm.rowid'], descending: false }, request);
}

/** The first members of a role in the order they joined, at most `limit`. */
export function membersOfRole(store: ServiceStore, workspaceId: string, role: Role, limit: number): Member[] {
  return store.database.all<Member>(
    `${members} AND m.role = ? ORDER BY m.joined_at, m.rowid LIMIT ?`,
    workspaceId,
    role,
    limit,
  );
}

/** Whether somebody with this address is a member. */
export function isMemberAddress(store: ServiceStore, workspaceId: string, email: string): boolean {
  return (
    store.database.get(
      `SELECT 1 FROM users u CROSS JOIN memberships m ON m.user_id = u.id AND m.workspace_id = ?
       WHERE lower(u.email) = lower(?) AND u.email <> ''`,
      workspaceId,
      email,
    ) !== undefined
  );
}

/** One member. */
export function findMember(store: ServiceStore, workspaceId: string, userId: string): Member | undefined {
  return store.database.get<Member>(`${members} AND u.id = ?`, workspaceId, userId);
}

/** Gives a member another role; ownership goes by {@link transferOwnership} only. */
export function changeRole(
  store: ServiceStore,
  workspaceId: string,
  member: Member,
  role: Exclude<Role, 'owner'>,
  actor: Actor,
): void {
  store.database.transaction(() => {
    setRole(store, workspaceId, member.userId, role);
    record(store, {
      workspaceId,
      actor,
      action: 'member.roleChanged',
      subjectId: member.userId,
      subject: member.username,
      detail: `${member.role} to ${role}`,
    });
  });
}

/** Ends a membership. The workspace's keys are the workspace's and stay. */
export function removeMember(store: ServiceStore, workspaceId: string, member: Member, actor: Actor): void {
  store.database.transaction(() => {
    store.database.run(
      'DELETE FROM memberships WHERE workspace_id = ? AND user_id = ?',
      workspaceId,
      member.userId,
    );
    record(store, {
      workspaceId,
      actor,
      action: actor.id === member.userId ? 'member.left' : 'member.removed',
      subjectId: member.userId,
      subject: member.username,
    });
  });
}

/** Makes `to` the owner and the present owner an admin. */
export function transferOwnership(store: ServiceStore, workspaceId: string, to: Member, actor: Actor): void {
  store.database.transaction(() => {
    store.database.run(
      "UPDATE memberships SET role = 'admin' WHERE workspace_id = ? AND role = 'owner'",
      workspaceId,
    );
    setRole(store, workspaceId, to.userId, 'owner');
    record(store, {
      workspaceId,
      actor,
      action: 'ownership.transferred',
      subjectId: to.userId,
      subject: to.username,
    });
  });
}

function setRole(store: ServiceStore, workspaceId: string, userId: string, role: Role): void {
  store.database.run(
    'UPDATE memberships SET role = ? WHERE workspace_id = ? AND user_id = ?',
    role,
    workspaceId,
    userId,
  );
}
