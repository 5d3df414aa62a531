import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ServiceApp } from '../http/answers.ts';
import { currentSession } from '../http/authenticate.ts';
import type { ServiceContext, ServiceDependencies, ServiceEnv } from '../http/context.ts';
import { notFound } from '../http/serviceError.ts';
import type { Session } from '../store/sessions.ts';
import { activityPage } from './activityPage.ts';
import { addAssetRoute } from './assetRoute.ts';
import { apiOf, FormRefused } from './callApi.ts';
import type { Form } from './forms/form.ts';
import { hostForms } from './forms/hostForms.ts';
import { keyForms } from './forms/keyForms.ts';
import { sessionForms } from './forms/sessionForms.ts';
import { teamForms } from './forms/teamForms.ts';
import type { Html } from './markup/html.ts';
import { createMoments } from './moments.ts';
import { newTeamPage } from './newTeamPage.ts';
import { overviewPage } from './overviewPage.ts';
import { readValues } from './readValues.ts';
import { sendFailure, sendPage, sendSignedOut } from './sendPage.ts';
import { apiKeysTab } from './settings/apiKeysTab.ts';
import { integrationsTab } from './settings/integrationsTab.ts';
import { rotationPage } from './settings/rotationPage.ts';
import { teamTab } from './settings/teamTab.ts';
import { addSignInRoutes } from './signInRoutes.ts';
import { openView } from './view.ts';
import type { View } from './view.ts';

/** Turns what fails within a page into a page. */
export type PageGuard = MiddlewareHandler<ServiceEnv>;

/** The pages of a signed-in person, by path. */
export const pages: Readonly<Record<string, (view: View) => Html>> = {
  '/': overviewPage,
  '/activity': activityPage,
  '/settings': settingsTab,
  '/settings/api-keys/rotate': rotationPage,
  '/teams/new': newTeamPage,
};

/** The forms of a signed-in person. */
export const forms: readonly Form[] = [...keyForms, ...hostForms, ...teamForms, ...sessionForms];

function settingsTab(view: View): Html {
  switch (view.query('tab')) {
    case 'integrations':
      return integrationsTab(view);
    case 'team':
      return teamTab(view);
    default:
      return apiKeysTab(view);
  }
}

/**
 * Adds the web pages. They read the store by the same rules as the API, and change it through the API alone: a form is
 * sent, the API answers, and the browser is sent on to the page that tells what has come of it.
 */
export function registerPages(app: ServiceApp, service: ServiceDependencies): void {
  const moments = createMoments(service.store.now);
  const guarded: PageGuard = createMiddleware<ServiceEnv>(async (c, next) => {
    try {
      await next();
    } catch (error) {
      return sendFailure(c, service, error as Error);
    }
    return undefined;
  });

  /** The session of a request, counted. */
  const sessionOf = async (c: ServiceContext): Promise<Session | undefined> => {
    const session = currentSession(c, service);
    if (session !== undefined) await service.limits.take(session.id, 'default');
    return session;
  };

  for (const [path, page] of Object.entries(pages))
    app.get(path, async c => {
      try {
        const session = await sessionOf(c);
        if (session === undefined) return sendSignedOut(c);
        const moment = moments.take(session.id, c.req.query('moment') ?? '');
        return sendPage(c, page(openView(c, service, session, moment)));
      } catch (error) {
        return sendFailure(c, service, error as Error);
      }
    });

  for (const form of forms)
    app.post(form.path, async c => {
      try {
        return await answerForm(c, form);
      } catch (error) {
        return sendFailure(c, service, error as Error);
      }
    });

  addSignInRoutes(app, service, guarded);
  addAssetRoute(app);
  app.get('*', async (c, next) =>
    c.req.path.startsWith('/api/') ? next() : sendFailure(c, service, notFound('This page is')),
  );

  async function answerForm(c: ServiceContext, form: Form): Promise<Response> {
    const session = currentSession(c, service);
    if (session === undefined) return sendSignedOut(c);
    const values = await readValues(c);
    const view = openView(c, service, session, undefined);
    try {
      const { to, moment } = await form.send(values, apiOf(app, c), view);
      return c.redirect(moment === undefined ? to : withMoment(to, moments.keep(session.id, moment)), 303);
    } catch (error) {
      if (!(error instanceof FormRefused)) throw error;
      const kept = Object.fromEntries((form.keep ?? []).map(name => [name, values(name)]));
      const moment = {
        kind: 'problem',
        form: form.name?.(values) ?? 'page',
        words: sentence(error.message),
        values: kept,
      } as const;
      return sendPage(c, form.page({ ...view, moment }), error.status);
    }
  }
}

function withMoment(page: string, name: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}moment=${name}`;
}

/** The API's words as a sentence. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
