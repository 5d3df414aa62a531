import { link, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { cancelButton, dialog } from './dialog.ts';
import { nameField } from './fields.ts';
import { html } from './html.ts';
import type { Child, Html } from './html.ts';
import { problemNotice } from './notice.ts';

/** What is asked, and what is done with the name. */
export interface NameDialogParts {
  /** The `id` of the dialog, and the name under which its form is refused. */
  form: string;
  title: string;
  /** Where the form is sent, below the address of the service. */
  action: string;
  fieldId: string;
  help: string;
  /** What stands between the name and the buttons. */
  note?: Child;
  /** What the button does. */
  button: string;
}

/** Asks for the name of something new; stands open where the name that was given is refused. */
export function nameDialog(view: PageView, parts: NameDialogParts): Html {
  const { form, title, action, fieldId, help, note, button } = parts;
  const problem = problemOf(view, form);
  return dialog({
    id: form,
    title,
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, action)}">
      ${problem && problemNotice(problem.words)}
      ${nameField({ id: fieldId, label: 'Name', help, value: problem?.values['name'], focus: true })} ${note}
      <div class="dialog-actions">${cancelButton(form)} <button class="primary">${button}</button></div>
    </form>`,
  });
}
