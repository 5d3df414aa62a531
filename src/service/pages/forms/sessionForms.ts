import { linkShape, successShape } from '../../../platform/shapes.ts';
import { overviewPage } from '../overviewPage.ts';
import { sessionsPage } from '../sessionsPage.ts';
import { link } from '../view.ts';
import { done, pathOf } from './form.ts';
import type { Form } from './form.ts';

/** A link for another browser, and ending sessions; signing in and out are in `signInRoutes.ts`. */
export const sessionForms: readonly Form[] = [
  {
    path: '/sign-in-link',
    page: overviewPage,
    send: async (_values, call, view) => {
      const { url, expiresAt } = await call({ method: 'POST', path: '/api/session/link' }, linkShape);
      return {
        to: link(view, '/'),
        flash: { kind: 'link', purpose: 'signIn', who: view.user.name, url, expiresAt },
      };
    },
  },
  {
    path: '/sessions/end',
    page: sessionsPage,
    send: async (values, call, view) => {
      await call({ method: 'DELETE', path: pathOf`/api/sessions/${values('sessionId')}` }, successShape);
      return { to: link(view, '/sessions'), flash: done(`The session is ended: ${values('browser')}.`) };
    },
  },
  {
    path: '/sessions/end-all',
    page: sessionsPage,
    send: async (_values, call) => {
      await call({ method: 'DELETE', path: '/api/sessions' }, successShape);
      return { to: '/signed-out' };
    },
  },
];
