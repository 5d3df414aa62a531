import { cancelButton, dialog } from '../markup/dialog.ts';
import { nameField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog, and the name under which its form is refused. */
export const createKeyForm = 'create-key';

/** Asks what a new key of this service is called. */
export function createKeyDialog(view: PageView): Html {
  const problem = problemOf(view, createKeyForm);
  return dialog({
    id: createKeyForm,
    title: 'Create Key',
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/api-keys/create')}">
      ${problem && problemNotice(problem.words)}
      ${nameField({
        id: 'create-key-name',
        label: 'Name',
        help: 'Where it is used, for example “Laptop” or “CI”.',
        value: problem?.values['name'],
        focus: true,
      })}
      <div class="dialog-actions">
        ${cancelButton(createKeyForm)} <button class="primary">Create Key</button>
      </div>
    </form>`,
  });
}
