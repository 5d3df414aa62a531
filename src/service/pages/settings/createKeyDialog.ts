import type { Html } from '../markup/html.ts';
import { nameDialog } from '../markup/nameDialog.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog, and the name under which its form is refused. */
export const createKeyForm = 'create-key';

/** Asks what a new key of this service is called. */
export function createKeyDialog(view: PageView): Html {
  return nameDialog(view, {
    form: createKeyForm,
    title: 'Create Key',
    action: '/settings/api-keys/create',
    fieldId: 'create-key-name',
    help: 'Where it is used, for example “Laptop” or “CI”.',
    button: 'Create Key',
  });
}
