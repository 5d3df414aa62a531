import { successShape, textOnlyModelsShape } from '../../../platform/shapes.ts';
import { apiKeysTab } from '../settings/apiKeysTab.ts';
import { textOnlyForm } from '../settings/textOnlySection.ts';
import { settingsLink } from '../view.ts';
import { done } from './form.ts';
import type { Form } from './form.ts';

const path = '/api/text-only-models';

/** The forms of the text-only models, below the providers in Settings > API Keys. */
export const textOnlyForms: readonly Form[] = [
  {
    path: '/settings/text-only-models/save',
    page: apiKeysTab,
    name: () => textOnlyForm,
    keep: ['describedBy', 'models'],
    send: async (values, call, view) => {
      const models = values('models')
        .split(/[\s,]+/)
        .filter(Boolean);
      const body = { describedBy: values('describedBy'), models };
      const { describedBy = '' } = await call({ method: 'PUT', path, body }, textOnlyModelsShape);
      return {
        to: settingsLink(view, 'api-keys'),
        flash: done(`Images for text-only models are described by ${describedBy}.`),
      };
    },
  },
  {
    path: '/settings/text-only-models/off',
    page: apiKeysTab,
    send: async (_values, call, view) => {
      await call({ method: 'DELETE', path }, successShape);
      return { to: settingsLink(view, 'api-keys'), flash: done('Images go to all models as they are.') };
    },
  },
];
