import { createRoute } from '@hono/zod-openapi';
import type { z } from 'zod';
import { errorShape, linkShape, sessionShape, signInShape, successShape } from '../../platform/shapes.ts';
import { answer, body, failures, instant, openRoute } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { invalidKey, ServiceError } from '../http/serviceError.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/sessionCookie.ts';
import { signInUrl } from '../signInUrl.ts';
import type { Store } from '../store/openStore.ts';
import { findSession, makeSignInToken, personalLinkLifetime, signIn, signOut } from '../store/sessions.ts';
import type { Session } from '../store/sessions.ts';
import { listWorkspaces } from '../store/workspaces.ts';

/** Signing in by a link that works once, signing out, and who is signed in. */
export function addSessionRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/session';
  const signedIn = [guard(dependencies, 'beSignedIn')];

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Sign in with the token of a sign-in link',
      middleware: [openRoute(dependencies)],
      request: { body: body(signInShape) },
      responses: {
        ...failures,
        200: answer(sessionShape, 'Signed in; the session is in a cookie'),
        401: answer(errorShape, 'The link does not work any more'),
      },
    }),
    c => {
      const token = signIn(store, c.req.valid('json').token);
      if (token === undefined)
        throw new ServiceError(
          401,
          'This sign-in link does not work any more. Restart the service for a new one.',
        );
      writeSessionCookie(c, dependencies, token);
      return c.json(describeSession(store, findSession(store, token)), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'Who is signed in',
      middleware: signedIn,
      responses: { ...failures, 200: answer(sessionShape, 'The person and their workspaces') },
    }),
    c => c.json(describeSession(store, sessionOf(c)), 200),
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Sign out',
      middleware: signedIn,
      responses: { ...failures, 200: answer(successShape, 'Signed out') },
    }),
    c => {
      signOut(store, sessionOf(c).id);
      clearSessionCookie(c, dependencies);
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/link`,
      summary: 'Make a link that signs the same person in, once, in another browser',
      middleware: signedIn,
      responses: { ...failures, 201: answer(linkShape, 'The link') },
    }),
    c => {
      const { token, expiresAt } = makeSignInToken(store, sessionOf(c).user.id, personalLinkLifetime);
      return c.json({ url: signInUrl(dependencies.address(), token), expiresAt: instant(expiresAt) }, 201);
    },
  );
}

function sessionOf(c: ServiceContext): Session {
  const caller = c.get('caller');
  if (caller.kind !== 'session') throw invalidKey();
  return caller.session;
}

/** A session as the API tells it. */
export function describeSession(store: Store, session: Session | undefined): z.infer<typeof sessionShape> {
  if (session === undefined) throw invalidKey();
  const { id, username, name, email } = session.user;
  return {
    user: { userId: id, username, name, email },
    workspaces: listWorkspaces(store, id).map(({ id: workspaceId, username, fullName, kind, role }) => ({
      workspaceId,
      username,
      fullName,
      accountType: kind,
      role,
    })),
    expiresAt: instant(session.expiresAt),
  };
}
