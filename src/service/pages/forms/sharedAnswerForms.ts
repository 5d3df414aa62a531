import { successShape } from '../../../platform/shapes.ts';
import { spendingTab } from '../settings/spendingTab.ts';
import { settingsLink } from '../view.ts';
import { done } from './form.ts';
import type { Form } from './form.ts';

/** The form of the shared answers, in Settings > Spending. */
export const sharedAnswerForms: readonly Form[] = [
  {
    path: '/settings/shared-answers/delete',
    page: spendingTab,
    send: async (_values, call, view) => {
      await call({ method: 'DELETE', path: '/api/shared-answers' }, successShape);
      return { to: settingsLink(view, 'spending'), flash: done('The shared answers are deleted.') };
    },
  },
];
