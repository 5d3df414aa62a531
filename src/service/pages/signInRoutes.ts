import { sessionShape, successShape } from '../../platform/shapes.ts';
import { clientAddress, currentSession } from '../http/authenticate.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { findInvitation } from '../store/invitations.ts';
import type { Invitation } from '../store/invitations.ts';
import { getWorkspace } from '../store/workspaces.ts';
import { apiOf, FormRefused } from './callApi.ts';
import { sentence } from './markup/sentence.ts';
import type { Values } from './forms/form.ts';
import { readValues } from './readValues.ts';
import { pageHandler, sendPage } from './sendPage.ts';
import {
  deadLinkPage,
  invitationPage,
  openInvitationPage,
  signedOutPage,
  signInPage,
} from './signInPages.ts';
import type { InvitationParts } from './signInPages.ts';
import { knownTab } from './view.ts';

/** Signing in by a link, joining by an invitation, signing out. Looking at a link uses nothing up. */
export function addSignInRoutes(app: ServiceApp, service: ServiceDependencies): void {
  const { store, limits } = service;
  const page = (handler: Parameters<typeof pageHandler>[1]) => pageHandler(service, handler);

  app.get(
    '/sign-in',
    page(c => {
      const user = currentSession(c, service)?.user;
      const [token, tab] = [c.req.query('token'), knownTab(c.req.query('tab'))];
      const command = service.signInCommand();
      return sendPage(c, signInPage({ token, user, tab, training: c.req.query('training'), command }));
    }),
  );

  app.post(
    '/sign-in',
    page(async c => {
      const values = await readValues(c);
      try {
        await apiOf(app, c)(
          { method: 'POST', path: '/api/session', body: { token: values('token') } },
          sessionShape,
        );
      } catch (error) {
        if (!(error instanceof FormRefused) || error.status > 401) throw error;
        return sendPage(
          c,
          deadLinkPage('It was used already, or it has expired.', service.signInCommand()),
          401,
        );
      }
      return c.redirect(placeBehind(values), 303);
    }),
  );

  app.post(
    '/sign-out',
    page(async c => {
      try {
        await apiOf(app, c)({ method: 'DELETE', path: '/api/session' }, successShape);
      } catch (error) {
        if (!(error instanceof FormRefused) || error.status !== 401) throw error;
      }
      return c.redirect('/signed-out', 303);
    }),
  );

  app.get(
    '/signed-out',
    page(c => sendPage(c, signedOutPage({ left: true, command: service.signInCommand() }))),
  );

  app.get(
    '/invitation',
    page(c => {
      const token = c.req.query('token');
      return token === undefined ? sendPage(c, openInvitationPage()) : sendInvitation(c, token);
    }),
  );

  app.post(
    '/invitation/open',
    page(async c => sendInvitation(c, (await readValues(c))('token'))),
  );

  function sendInvitation(c: ServiceContext, token: string): Response | Promise<Response> {
    const parts = invitationParts(c, token);
    return parts === undefined ? deadInvitation(c) : sendPage(c, invitationPage(parts));
  }

  app.post(
    '/invitation',
    page(async c => {
      const values = await readValues(c);
      const parts = invitationParts(c, values('token'));
      if (parts === undefined) return deadInvitation(c);
      const person = { name: values('name').trim(), username: values('username').trim() };
      const body = { token: parts.token, ...(parts.user === undefined ? person : {}) };
      try {
        await apiOf(app, c)({ method: 'POST', path: '/api/invitations/accept', body }, sessionShape);
      } catch (error) {
        if (!(error instanceof FormRefused)) throw error;
        const problem = { words: sentence(error.message), values: person };
        return sendPage(c, invitationPage({ ...parts, problem }), error.status);
      }
      return c.redirect(`/?owner=${encodeURIComponent(parts.username)}`, 303);
    }),
  );

  function invitationParts(
    c: ServiceContext,
    token: string,
  ): (InvitationParts & { username: string }) | undefined {
    const invitation: Invitation | undefined = findInvitation(store, token);
    const team = invitation && getWorkspace(store, invitation.workspaceId);
    if (team === undefined || invitation === undefined) return undefined;
    const user = currentSession(c, service)?.user;
    return { token, invitation, team: team.fullName, username: team.username, user };
  }

  async function deadInvitation(c: ServiceContext): Promise<Response> {
    await limits.takeUnknown(clientAddress(c, service), 'link');
    const words =
      'The invitation was accepted, withdrawn or replaced, or it has expired. Ask for a new link.';
    return sendPage(c, deadLinkPage(words, service.signInCommand()), 404);
  }
}

/** Where a sign-in link leads: a tab of the settings, training runs, or the overview. */
function placeBehind(values: Values): string {
  const tab = knownTab(values('tab'));
  if (tab !== undefined) return `/settings?tab=${tab}`;
  const training = values('training');
  if (training === 'all') return '/training';
  return /^train_[0-9a-f]{22}$/.test(training) ? `/training/run?run=${training}` : '/';
}
