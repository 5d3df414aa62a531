import { createRoute, z } from '@hono/zod-openapi';
import {
  changeRoleShape,
  invitedShape,
  inviteShape,
  memberListShape,
  ownerQueryShape,
  pageQueryShape,
  successShape,
  transferOwnershipShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures, instant } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { browserName } from '../http/browserName.ts';
import { listed } from '../http/pagedList.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import { writeSessionCookie } from '../http/sessionCookie.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { refusals } from '../roles.ts';
import { invitationOf, invite } from '../store/invitations.ts';
import type { Invitation } from '../store/invitations.ts';
import {
  changeRole,
  findMember,
  isMemberAddress,
  removeMember,
  transferOwnership,
} from '../store/members.ts';
import type { Member } from '../store/members.ts';
import { pageMembersAndInvitations } from '../store/memberList.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { endAllSessions, startSession } from '../store/sessions.ts';
import { countOf, countOwnTeams } from '../store/workspaces.ts';

const memberParams = z.object({ userId: z.string().max(128) });

/** The members of a workspace: seen by all of them, managed by the owner. */
export function addMemberRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/members';
  const manage = [guard(dependencies, 'manageMembers')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List members and open invitations',
      middleware: [guard(dependencies, 'seeMembers')],
      request: { query: pageQueryShape },
      responses: { ...failures, 200: jsonAnswer(memberListShape, 'Members and open invitations') },
    }),
    c => {
      const { id } = c.get('workspace');
      const { rows } = listed(c, () => pageMembersAndInvitations(store, id, c.req.valid('query')));
      const members = rows.map(one => ('userId' in one ? describeMember(one) : describeInvitation(one)));
      return c.json({ members, maxSeats: upperLimits.seats }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Invite a member; POST /api/invitations/{inviteId}/link creates the invitation link',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(inviteShape) },
      responses: { ...failures, 200: jsonAnswer(invitedShape, 'Invited') },
    }),
    c => {
      const workspace = c.get('workspace');
      const { email, role } = c.req.valid('json');
      if (workspace.kind === 'personal')
        throw new ServiceError(400, 'A personal workspace has one member. Create a team to invite members.');
      store.database.transaction(() => {
        if (isMemberAddress(store, workspace.id, email))
          throw new ServiceError(409, 'This person is already a member');
        const seats =
          countOf(store, 'memberships', workspace.id) + countOf(store, 'invitations', workspace.id);
        if (invitationOf(store, workspace.id, email) === undefined)
          requireRoom(
            seats,
            upperLimits.seats,
            most => `A team has at most ${most} members and open invitations`,
          );
        invite(store, workspace.id, { email, role }, c.get('actor'));
      });
      return c.json({ invited: true as const, email }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/transfer-ownership`,
      summary:
        'Transfer ownership to an admin and become an admin; all sessions of both end, except that of the caller, which is renewed',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(transferOwnershipShape) },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Transferred') },
    }),
    c => {
      const target = memberOf(c, store, c.req.valid('json').targetUserId);
      if (target.role !== 'admin')
        throw new ServiceError(400, 'Ownership can only be transferred to an admin of the team');
      const session = store.database.transaction(() => {
        const from = c.get('actor');
        const owned = countOwnTeams(store, target.userId);
        requireRoom(owned, upperLimits.teamsOfPerson, most => `A person owns at most ${most} teams`);
        transferOwnership(store, c.get('workspace').id, target, from);
        for (const userId of [from.id, target.userId]) endAllSessions(store, userId);
        return startSession(store, from.id, browserName(c.req.header('user-agent')));
      });
      writeSessionCookie(c, dependencies, session);
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: `${path}/{userId}`,
      summary: "Change a member's role",
      middleware: manage,
      request: { query: ownerQueryShape, params: memberParams, body: body(changeRoleShape) },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Changed') },
    }),
    c => {
      const member = memberOf(c, store, c.req.valid('param').userId);
      if (member.role === 'owner')
        throw new ServiceError(400, 'The role of the owner can only be changed by transferring ownership');
      changeRole(store, c.get('workspace').id, member, c.req.valid('json').role, c.get('actor'));
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{userId}`,
      summary: 'Remove a member, or leave the team',
      middleware: [guard(dependencies, 'endMembership')],
      request: { query: ownerQueryShape, params: memberParams },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Removed') },
    }),
    c => {
      const { userId } = c.req.valid('param');
      if (userId !== c.get('actor').id && c.get('role') !== 'owner')
        throw new ServiceError(403, refusals.owner);
      const member = memberOf(c, store, userId);
      if (member.role === 'owner') throw new ServiceError(400, 'Transfer ownership before leaving the team');
      removeMember(store, c.get('workspace').id, member, c.get('actor'));
      return c.json({ success: true as const }, 200);
    },
  );
}

function memberOf(c: ServiceContext, store: ServiceStore, userId: string): Member {
  const member = findMember(store, c.get('workspace').id, userId);
  if (member === undefined) throw notFound('Member');
  return member;
}

function describeMember({ userId, username, email, role, joinedAt }: Member) {
  return { userId, username, email, role, status: 'active' as const, joinedAt: instant(joinedAt) };
}

/** The contract wants a username and a day of joining here too: the address, and the day of the invitation. */
function describeInvitation({ id, email, role, invitedBy, createdAt }: Invitation) {
  const at = instant(createdAt);
  return {
    username: email,
    email,
    role,
    status: 'pending' as const,
    joinedAt: at,
    invitedBy,
    inviteId: id,
    inviteCreatedAt: at,
  };
}
