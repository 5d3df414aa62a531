import { pageInvitations } from './invitations.ts';
import type { Invitation } from './invitations.ts';
import { pageMembers } from './members.ts';
import type { Member } from './members.ts';
import type { ServiceStore } from './openStore.ts';
import type { Page, PageRequest } from './paging.ts';

/** Begins the cursors of pages that have only invitations. */
const invitationsMark = '~';

/** A workspace's members and, after them, its open invitations, as one list. @throws {BadCursor} */
export function pageMembersAndInvitations(
  store: ServiceStore,
  workspaceId: string,
  { limit, cursor }: PageRequest,
): Page<Member | Invitation> {
  const invitations = (room: number, at?: string): Page<Invitation> => {
    const { rows, next } = pageInvitations(store, workspaceId, { limit: room, cursor: at });
    return { rows, ...(next === undefined ? {} : { next: invitationsMark + next }) };
  };
  if (cursor?.startsWith(invitationsMark)) return invitations(limit, cursor.slice(1) || undefined);
  const members = pageMembers(store, workspaceId, { limit, cursor });
  const room = limit - members.rows.length;
  if (members.next !== undefined) return members;
  if (room === 0) return invitations(1).rows.length === 0 ? members : { ...members, next: invitationsMark };
  const { rows, next } = invitations(room);
  return { rows: [...members.rows, ...rows], ...(next === undefined ? {} : { next }) };
}
