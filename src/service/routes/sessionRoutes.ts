import { createRoute, z } from '@hono/zod-openapi';
import {
  errorShape,
  linkShape,
  sessionListShape,
  sessionShape,
  signInShape,
  successShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures, instant, openRoute } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { currentSession } from '../http/authenticate.ts';
import { browserName } from '../http/browserName.ts';
import { guard } from '../http/guard.ts';
import { invalidKey, notFound, ServiceError } from '../http/serviceError.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/sessionCookie.ts';
import { signInUrl } from '../signInUrl.ts';
import type { ServiceStore } from '../store/openStore.ts';
import {
  endAllSessions,
  endSession,
  findSession,
  listSessions,
  makeSignInToken,
  signIn,
} from '../store/sessions.ts';
import type { BrowserSession } from '../store/sessions.ts';
import { listWorkspaces } from '../store/workspaces.ts';

/** Signing in by a link that works once, signing out, who is signed in, and in which browsers. */
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
        200: jsonAnswer(sessionShape, 'Signed in; the session is in a cookie'),
        401: jsonAnswer(errorShape, 'The link has expired or was already used'),
      },
    }),
    c => {
      const token = signIn(store, c.req.valid('json').token, browserName(c.req.header('user-agent')));
      if (token === undefined)
        throw new ServiceError(401, 'This sign-in link has expired or was already used. Ask for a new one.');
      // The new one takes its place in this browser, and nothing else could end it there.
      const former = currentSession(c, dependencies);
      if (former !== undefined) endSession(store, former.user.id, former.id);
      writeSessionCookie(c, dependencies, token);
      return c.json(describeSession(store, findSession(store, token)), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'Get the signed-in user',
      middleware: signedIn,
      responses: { ...failures, 200: jsonAnswer(sessionShape, 'The user and their workspaces') },
    }),
    c => c.json(describeSession(store, sessionOf(c)), 200),
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Sign out',
      middleware: signedIn,
      responses: { ...failures, 200: jsonAnswer(successShape, 'Signed out') },
    }),
    c => {
      const { id, user } = sessionOf(c);
      endSession(store, user.id, id);
      clearSessionCookie(c, dependencies);
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/link`,
      summary: 'Create a one-time link that signs the same user in on another browser',
      middleware: signedIn,
      responses: { ...failures, 201: jsonAnswer(linkShape, 'The link') },
    }),
    c => {
      const { token, expiresAt } = makeSignInToken(store, sessionOf(c).user.id, 'personal');
      return c.json({ url: signInUrl(dependencies.address(), token), expiresAt: instant(expiresAt) }, 201);
    },
  );

  const list = '/api/sessions';

  app.openapi(
    createRoute({
      method: 'get',
      path: list,
      summary: 'List the sessions of the signed-in user',
      middleware: signedIn,
      responses: { ...failures, 200: jsonAnswer(sessionListShape, 'The sessions, most recently used first') },
    }),
    c => {
      const { id, user } = sessionOf(c);
      const sessions = listSessions(store, user.id).map(session => ({
        sessionId: session.id,
        browser: session.browser,
        createdAt: instant(session.createdAt),
        lastUsedAt: instant(session.seenAt),
        expiresAt: instant(session.expiresAt),
        current: session.id === id,
      }));
      return c.json({ sessions }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: list,
      summary: 'Sign out everywhere: end all sessions and invalidate unused sign-in links',
      middleware: signedIn,
      responses: { ...failures, 200: jsonAnswer(successShape, 'Signed out everywhere') },
    }),
    c => {
      endAllSessions(store, sessionOf(c).user.id);
      clearSessionCookie(c, dependencies);
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${list}/{sessionId}`,
      summary: 'End a session',
      middleware: signedIn,
      request: { params: z.object({ sessionId: z.string().max(100) }) },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Ended') },
    }),
    c => {
      const { id, user } = sessionOf(c);
      const { sessionId } = c.req.valid('param');
      if (!endSession(store, user.id, sessionId)) throw notFound('Session');
      if (sessionId === id) clearSessionCookie(c, dependencies);
      return c.json({ success: true as const }, 200);
    },
  );
}

function sessionOf(c: ServiceContext): BrowserSession {
  const caller = c.get('caller');
  if (caller.kind !== 'session') throw invalidKey();
  return caller.session;
}

/** A session as the API tells it. */
export function describeSession(
  store: ServiceStore,
  session: BrowserSession | undefined,
): z.infer<typeof sessionShape> {
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
