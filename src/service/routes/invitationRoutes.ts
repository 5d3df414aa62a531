import { createRoute, z } from '@hono/zod-openapi';
import {
  acceptInvitationShape,
  linkShape,
  ownerQueryShape,
  sessionShape,
  successShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures, instant, openRoute } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { currentSession } from '../http/authenticate.ts';
import type { ServiceDependencies } from '../context.ts';
import { browserName } from '../http/browserName.ts';
import { guard, own } from '../http/guard.ts';
import { ServiceError } from '../http/serviceError.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { writeSessionCookie } from '../http/sessionCookie.ts';
import { invitationUrl } from '../signInUrl.ts';
import {
  acceptInvitation,
  findInvitation,
  getInvitation,
  makeInvitationToken,
  withdrawInvitation,
} from '../store/invitations.ts';
import type { Invitation } from '../store/invitations.ts';
import { findMember } from '../store/members.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { createUser, emailIsTaken, usernameIsTaken } from '../store/people.ts';
import type { User } from '../store/people.ts';
import { findSession, startSession } from '../store/sessions.ts';
import { countWorkspaces } from '../store/workspaces.ts';
import { describeSession } from './sessionRoutes.ts';

const params = z.object({ inviteId: z.string().max(100) });

/** The links of invitations, and accepting one. The service sends no mail: the owner passes the link on. */
export function addInvitationRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/invitations';
  const manage = [guard(dependencies, 'manageMembers')];

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/{inviteId}/link`,
      summary: 'Create an invitation link, replacing any earlier one',
      middleware: manage,
      request: { query: ownerQueryShape, params },
      responses: { ...failures, 201: jsonAnswer(linkShape, 'The link') },
    }),
    c => {
      const invitation = own(c, getInvitation(store, c.req.valid('param').inviteId), 'Invitation');
      const { token, expiresAt } = makeInvitationToken(store, invitation, c.get('actor'));
      return c.json(
        { url: invitationUrl(dependencies.address(), token), expiresAt: instant(expiresAt) },
        201,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{inviteId}`,
      summary: 'Withdraw an invitation',
      middleware: manage,
      request: { query: ownerQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Withdrawn') },
    }),
    c => {
      const invitation = own(c, getInvitation(store, c.req.valid('param').inviteId), 'Invitation');
      withdrawInvitation(store, invitation, c.get('actor'));
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/accept`,
      summary: 'Accept an invitation as the signed-in user or as a new user',
      middleware: [openRoute(dependencies)],
      request: { body: body(acceptInvitationShape) },
      responses: { ...failures, 200: jsonAnswer(sessionShape, 'Joined and signed in') },
    }),
    c => {
      const { token, name, username } = c.req.valid('json');
      const session = currentSession(c, dependencies);
      const sessionToken = store.database.transaction(() => {
        const invitation = findInvitation(store, token);
        if (invitation === undefined)
          throw new ServiceError(401, 'This invitation is no longer valid. Ask for a new one.');
        const user = session?.user ?? newMember(store, invitation, name, username);
        if (findMember(store, invitation.workspaceId, user.id) !== undefined)
          throw new ServiceError(409, 'You are already a member');
        requireRoom(
          countWorkspaces(store, user.id),
          upperLimits.workspacesOfPerson,
          most => `A person is a member of at most ${most} workspaces: leave one first`,
        );
        acceptInvitation(store, invitation, user);
        return session === undefined
          ? startSession(store, user.id, browserName(c.req.header('user-agent')))
          : undefined;
      });
      if (sessionToken === undefined) return c.json(describeSession(store, session), 200);
      writeSessionCookie(c, dependencies, sessionToken);
      return c.json(describeSession(store, findSession(store, sessionToken)), 200);
    },
  );
}

/**
 * Whoever invited has the link too, so that it must not open an account that exists: the person signs in themself.
 */
function newMember(store: ServiceStore, { email }: Invitation, name?: string, username?: string): User {
  if (name === undefined || username === undefined)
    throw new ServiceError(400, 'name and username are required');
  if (emailIsTaken(store, email))
    throw new ServiceError(
      409,
      'An account with this address exists: sign in, then open the invitation again',
    );
  if (usernameIsTaken(store, username)) throw new ServiceError(409, 'This username is taken');
  return createUser(store, { username, name, email });
}
