import type { View } from '../view.ts';
import { copyField } from './copyField.ts';
import { cancelButton, dialog } from './dialog.ts';
import { html } from './html.ts';
import type { Child, Html } from './html.ts';
import { time } from './time.ts';

/** What a change has made and this page tells once, as a dialog that stands open. */
export function momentDialog(view: View): Child {
  const { moment } = view;
  switch (moment?.kind) {
    case 'newKey':
      return made(
        'Key created',
        copyField({
          id: 'made-value',
          label: moment.name,
          value: moment.key,
          button: 'Copy Key',
          focus: true,
        }),
        html`<p>
          Keep it like a password. You, the owner, can copy it here later too: by the copy button in the list.
        </p>`,
      );
    case 'hostToken':
      return made(
        `Connect “${moment.name}”`,
        html`<p>
            Run this on the host. The token works once and ends
            ${time(Date.parse(moment.expiresAt), view.now)}.
          </p>
          ${copyField({
            id: 'made-value',
            label: 'Command',
            value: connectCommand(view.service.address(), moment.token),
            button: 'Copy Command',
            focus: true,
            long: true,
          })}
          ${copyField({ id: 'made-token', label: 'Token alone', value: moment.token, button: 'Copy Token' })}`,
        html`<p>
          The answer is the host's worker key. With it the host takes jobs and reports on them; it never shows
          among the API keys.
        </p>`,
      );
    case 'link':
      return made(
        moment.purpose === 'invitation' ? `Invitation for ${moment.who}` : 'Sign in another browser',
        copyField({ id: 'made-value', label: 'Link', value: moment.url, button: 'Copy Link', focus: true }),
        moment.purpose === 'invitation'
          ? html`<p>
              Send it to them yourself. It works once and ends
              ${time(Date.parse(moment.expiresAt), view.now)}; a new link replaces it.
            </p>`
          : html`<p>
              Open it in your other browser. It works once and ends
              ${time(Date.parse(moment.expiresAt), view.now)}. Whoever opens it is signed in as you: do not
              pass it on.
            </p>`,
      );
    case 'done':
    case 'problem':
    case undefined:
      return undefined;
  }
}

/** What a host sends to trade its token for a worker key. */
function connectCommand(address: string, token: string): string {
  return `curl --json '{"token":"${token}"}' ${address}/api/hosts/connect`;
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
