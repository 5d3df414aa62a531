import { html } from './html.ts';
import type { Child, Html } from './html.ts';
import { icon } from './icon.ts';

/** What a dialog is made of. */
export interface DialogParts {
  /** Its `id`; one page has each once. */
  id: string;
  title: string;
  /** Whether it stands open when the page comes. */
  open?: boolean;
  /** Whether it asks before something is lost: announced as an alert. */
  alert?: boolean;
  content: Child;
}

/**
 * A dialog. {@link opener} opens it: the browser itself does, where it knows `commandfor`, and `assets/dialogs.js`
 * elsewhere. One that comes open is made modal by that script.
 */
export function dialog({ id, title, open = false, alert = false, content }: DialogParts): Html {
  return html`<dialog
    id="${id}"
    aria-labelledby="${id}-title"
    ${alert && html`role="alertdialog"`}
    ${open && html`open data-open`}
  >
    <div class="dialog-head">
      <h2 id="${id}-title">${title}</h2>
      <button
        type="button"
        class="icon-button"
        commandfor="${id}"
        command="close"
        aria-label="Close"
        title="Close"
      >
        ${icon('close')}
      </button>
    </div>
    ${content}
    <p class="announcer visually-hidden" role="status"></p>
  </dialog>`;
}

/** How a button that opens a dialog looks, and what it is called. */
export interface OpenerParts {
  dialog: string;
  content: Child;
  className?: string;
  /** Its accessible name, where `content` is an icon alone. */
  label?: string;
}

/** The button that opens a dialog. */
export function opener({ dialog: id, content, className = '', label }: OpenerParts): Html {
  return html`<button
    type="button"
    class="${className}"
    commandfor="${id}"
    command="show-modal"
    aria-haspopup="dialog"
    ${label !== undefined && html`aria-label="${label}" title="${label}"`}
  >
    ${content}
  </button>`;
}

/** Closes the dialog and changes nothing; the first choice where something would be lost. */
export function cancelButton(id: string, { words = 'Cancel', focus = false } = {}): Html {
  return html`<button type="button" commandfor="${id}" command="close" ${focus && html`autofocus`}>
    ${words}
  </button>`;
}
