import type { Child, Html } from '../markup/html.ts';
import { nameDialog } from '../markup/nameDialog.ts';
import { choiceField } from '../markup/fields.ts';
import { problemOf } from '../view.ts';
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
    note: endpointField(view),
    button: 'Create Key',
  });
}

/** Asks whether the key is for a dedicated endpoint, where there is one. */
function endpointField(view: PageView): Child {
  const { dedicated } = view.service;
  if (dedicated.length === 0) return undefined;
  return choiceField({
    id: 'create-key-endpoint',
    label: 'For',
    name: 'endpoint',
    value: problemOf(view, createKeyForm)?.values['endpoint'],
    options: [
      ['', 'Everything in this workspace'],
      ...dedicated.map(({ name, model }) => [name, `Dedicated endpoint ${name} (${model})`] as const),
    ],
  });
}
