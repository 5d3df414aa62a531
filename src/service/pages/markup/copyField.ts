import { html } from './html.ts';
import type { Html } from './html.ts';
import { icon } from './icon.ts';

/** A value that is shown with a button that copies it. */
export interface CopyFieldParts {
  /** The field's `id`. */
  id: string;
  /** What the value is: the field's label. */
  label: string;
  value: string;
  /** What the button is called. */
  button: string;
  /** Whether the button has the focus when the page comes. */
  focus?: boolean;
}

/** A value to be taken away: readable, selectable without JavaScript, copied by a button with it. */
export function copyField({ id, label, value, button, focus = false }: CopyFieldParts): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <div class="copy-field">
      <input id="${id}" class="mono" readonly value="${value}" spellcheck="false" autocomplete="off" />
      <button type="button" class="primary needs-script" data-copy-from="${id}" ${focus && html`autofocus`}>
        ${icon('copy')}<span>${button}</span>
      </button>
    </div>
  </div>`;
}
