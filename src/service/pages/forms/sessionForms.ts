import { linkShape } from '../../../platform/shapes.ts';
import { overviewPage } from '../overviewPage.ts';
import { link } from '../view.ts';
import type { Form } from './form.ts';

/** The forms of the account menu that follow a session; signing in and out are in `signInRoutes.ts`. */
export const sessionForms: readonly Form[] = [
  {
    path: '/sign-in-link',
    page: overviewPage,
    send: async (_values, call, view) => {
      const { url, expiresAt } = await call({ method: 'POST', path: '/api/session/link' }, linkShape);
      return {
        to: link(view, '/'),
        moment: { kind: 'link', purpose: 'signIn', who: view.user.name, url, expiresAt },
      };
    },
  },
];
