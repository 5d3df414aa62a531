import type { ServiceApp } from '../http/answers.ts';
import { currentSession } from '../http/authenticate.ts';
import type { ServiceDependencies } from '../context.ts';
import { requireSameOrigin } from '../http/sameOrigin.ts';
import { notFound } from '../http/serviceError.ts';
import { activityPage } from './activityPage.ts';
import { addAssetRoute } from './assetRoute.ts';
import { apiOf, FormRefused } from './callApi.ts';
import type { Form, Values } from './forms/form.ts';
import { hostForms } from './forms/hostForms.ts';
import { keyForms } from './forms/keyForms.ts';
import { sessionForms } from './forms/sessionForms.ts';
import { sharedAnswerForms } from './forms/sharedAnswerForms.ts';
import { spendingForms } from './forms/spendingForms.ts';
import { teamForms } from './forms/teamForms.ts';
import { textOnlyForms } from './forms/textOnlyForms.ts';
import type { Html } from './markup/html.ts';
import { sentence } from './markup/sentence.ts';
import { createFlashes } from './flash.ts';
import type { Flash } from './flash.ts';
import { newTeamPage } from './newTeamPage.ts';
import { overviewPage } from './overviewPage.ts';
import { readValues } from './readValues.ts';
import { pageHandler, sendFailure, sendPage, sendSignedOut } from './sendPage.ts';
import { sessionsPage } from './sessionsPage.ts';
import { apiKeysTab } from './settings/apiKeysTab.ts';
import { integrationsTab } from './settings/integrationsTab.ts';
import { rotationPage } from './settings/rotationPage.ts';
import { spendingTab } from './settings/spendingTab.ts';
import { teamTab } from './settings/teamTab.ts';
import { addSignInRoutes } from './signInRoutes.ts';
import { trainingListPage } from './training/trainingListPage.ts';
import { trainingRunPage } from './training/trainingRunPage.ts';
import { openView } from './view.ts';
import type { PageView } from './view.ts';

/** The pages of a signed-in person, by path. */
export const pages: Readonly<Record<string, (view: PageView) => Html>> = {
  '/': overviewPage,
  '/activity': activityPage,
  '/sessions': sessionsPage,
  '/settings': settingsTab,
  '/settings/api-keys/rotate': rotationPage,
  '/teams/new': newTeamPage,
  '/training': trainingListPage,
  '/training/run': trainingRunPage,
};

/** The forms of a signed-in person. */
export const forms: readonly Form[] = [
  ...keyForms,
  ...textOnlyForms,
  ...spendingForms,
  ...sharedAnswerForms,
  ...hostForms,
  ...teamForms,
  ...sessionForms,
];

function settingsTab(view: PageView): Html {
  const tab = view.query('tab');
  if (tab === 'spending') return spendingTab(view);
  if (tab === 'integrations') return integrationsTab(view);
  return tab === 'team' ? teamTab(view) : apiKeysTab(view);
}

/**
 * Adds the web pages. They read the store by the same rules as the API, and change it through the API alone: a form is
 * sent, the API answers, and the browser is sent on to the page that tells what has come of it.
 */
export function registerPages(app: ServiceApp, service: ServiceDependencies): void {
  const flashes = createFlashes(service.store.now);

  for (const [path, page] of Object.entries(pages))
    app.get(
      path,
      pageHandler(service, async c => {
        const session = currentSession(c, service);
        if (session === undefined) return sendSignedOut(c, service);
        await service.limits.take(session.id, 'default');
        const flash = flashes.take(session.user.id, c.req.query('flash') ?? '');
        return sendPage(c, page(openView(c, service, session, flash)));
      }),
    );

  for (const form of forms)
    app.post(
      form.path,
      pageHandler(service, async c => {
        const session = currentSession(c, service);
        if (session === undefined) return sendSignedOut(c, service);
        requireSameOrigin(c, service);
        const values = await readValues(c);
        const view = openView(c, service, session, undefined);
        try {
          const { to, flash } = await form.send(values, apiOf(app, c), view);
          return c.redirect(
            flash === undefined ? to : withFlash(to, flashes.keep(session.user.id, flash)),
            303,
          );
        } catch (error) {
          if (!(error instanceof FormRefused)) throw error;
          return sendPage(c, form.page({ ...view, flash: problem(form, values, error) }), error.status);
        }
      }),
    );

  addSignInRoutes(app, service);
  addAssetRoute(app);
  app.get('*', (c, next) =>
    c.req.path.startsWith('/api/') ? next() : sendFailure(c, service, notFound('Page')),
  );
}

function problem({ name, keep = [] }: Form, values: Values, { message }: FormRefused): Flash {
  return {
    kind: 'problem',
    form: name?.(values) ?? 'page',
    words: sentence(message),
    values: Object.fromEntries(keep.map(field => [field, values(field)])),
  };
}

function withFlash(page: string, name: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}flash=${name}`;
}
