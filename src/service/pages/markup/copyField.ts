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
  /** Whether the button is what the page is about: it stands out and has the focus when the page comes. */
  focus?: boolean;
  /** Whether all of the value is shown, on several lines where it needs them. */
  long?: boolean;
}

/** A value to be taken away: readable, selectable without JavaScript, copied by a button with it. */
export function copyField({ id, label, value, button, focus = false, long = false }: CopyFieldParts): Html {
  const attributes = html`id="${id}" class="mono" readonly spellcheck="false" autocomplete="off"`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <div class="copy-field">
      ${
        long
          ? html`<textarea ${attributes} rows="${Math.ceil(value.length / 50)}">${value}</textarea>`
          : html`<input ${attributes} value="${value}" />`
      }
      <button
        type="button"
        class="${focus && 'primary'} needs-script"
        data-copy-from="${id}"
        ${focus && html`autofocus`}
      >
        ${icon('copy')}<span>${button}</span>
      </button>
    </div>
  </div>`;
}
