import type { PageView } from '../view.ts';
import { copyField } from './copyField.ts';
import { cancelButton, dialog } from './dialog.ts';
import { openInEditor } from './openInEditor.ts';
import { html } from './html.ts';
import type { Child, Html } from './html.ts';
import { time } from './time.ts';

/** What a change has made and this page tells once, as a dialog that stands open. */
export function flashDialog(view: PageView): Child {
  const { flash } = view;
  switch (flash?.kind) {
    case 'newKey':
      return made(
        'Key created',
        madeField(flash.name, flash.key, 'Copy Key'),
        html`${openInEditor(view.service.address())}
          <p>
            Keep it secret, like a password. As the owner you can copy it again later from the list of keys.
          </p>`,
      );
    case 'shownKey':
      return made(
        'Copy key',
        madeField(flash.name, flash.key, 'Copy Key'),
        html`<p>Select and copy it. This page shows it once; the audit trail notes that it was shown.</p>`,
      );
    case 'hostToken':
      return made(
        `Connect “${flash.name}”`,
        html`<p>
            Run this command on the host; it asks for the token, which works once and expires
            ${time(Date.parse(flash.expiresAt), view.now)}.
          </p>
          ${madeField('Command', `sightline worker --service ${view.service.address()}`, 'Copy Command')}
          ${copyField({ id: 'made-token', label: 'Token', value: flash.token, button: 'Copy Token', long: true })}`,
        html`<p>
          The host gets a worker key of its own, with which it takes jobs and reports on them. It is not
          listed among the API keys.
        </p>`,
      );
    case 'link':
      return made(
        flash.purpose === 'invitation' ? `Invitation for ${flash.who}` : 'Sign in another browser',
        madeField('Link', flash.url, 'Copy Link'),
        flash.purpose === 'invitation'
          ? html`<p>
              Send it to them yourself. It works once and expires
              ${time(Date.parse(flash.expiresAt), view.now)}; a new link replaces it.
            </p>`
          : html`<p>
              Open it in your other browser. It works once and expires
              ${time(Date.parse(flash.expiresAt), view.now)}. Whoever opens it is signed in as you: do not
              pass it on.
            </p>`,
      );
    case 'done':
    case 'problem':
    case undefined:
      return undefined;
  }
}

/** What was made, as it is copied. */
function madeField(label: string, value: string, button: string): Html {
  return copyField({ id: 'made-value', label, value, button, focus: true, long: true });
}

function made(title: string, value: Child, words: Html): Html {
  const id = 'made';
  return dialog({
    id,
    title,
    open: true,
    content: html`<div data-forget-on-close>${value}</div>
      ${words}
      <div class="dialog-actions">${cancelButton(id, { words: 'Done' })}</div>`,
  });
}
