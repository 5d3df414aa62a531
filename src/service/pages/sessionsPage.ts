import { listSessions } from '../store/sessions.ts';
import type { ListedSession } from '../store/sessions.ts';
import { cancelButton, dialog, opener } from './markup/dialog.ts';
import { html } from './markup/html.ts';
import type { Html } from './markup/html.ts';
import { signedInPage } from './markup/layout.ts';
import { time } from './markup/time.ts';
import { link } from './view.ts';
import type { PageView } from './view.ts';

/** The `id` of the dialog that asks before all sessions end. */
const endAllForm = 'end-all';

/** The browsers in which the person is signed in, each with a way to end it. */
export function sessionsPage(view: PageView): Html {
  const sessions = listSessions(view.service.store, view.user.id);
  return signedInPage(view, {
    title: 'Sessions',
    place: '',
    content: html`<div class="section-head">
        <div>
          <h1 id="sessions">Sessions</h1>
          <p class="quiet">
            Browsers where you are signed in. A session ends after 30 days without use. End those that you do
            not recognize.
          </p>
        </div>
        <div class="actions">${opener({ dialog: endAllForm, content: 'Sign Out Everywhere' })}</div>
      </div>
      <table class="cards" aria-labelledby="sessions">
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last active</th>
            <th scope="col"><span class="visually-hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${sessions.map(session => row(view, session))}
        </tbody>
      </table>
      ${endAllDialog(view)}`,
  });
}

function row(view: PageView, { id, browser, createdAt, seenAt }: ListedSession): Html {
  const name = browser === '' ? 'Unknown browser' : browser;
  const current = id === view.sessionId;
  return html`<tr>
    <th scope="row">
      <span class="name"><bdi>${name}</bdi></span>
      ${current && html`<span class="quiet">This browser</span>`}
    </th>
    <td data-label="Signed in">${time(createdAt, view.now)}</td>
    <td data-label="Last active">${time(seenAt, view.now)}</td>
    <td class="row-actions">
      ${
        current
          ? html`<form method="post" action="/sign-out"><button>Sign Out</button></form>`
          : html`<form method="post" action="${link(view, '/sessions/end')}">
              <input type="hidden" name="sessionId" value="${id}" />
              <input type="hidden" name="browser" value="${name}" />
              <button aria-label="End session: ${name}">End Session</button>
            </form>`
      }
    </td>
  </tr>`;
}

function endAllDialog(view: PageView): Html {
  return dialog({
    id: endAllForm,
    title: 'Sign out everywhere?',
    alert: true,
    content: html`<form method="post" action="${link(view, '/sessions/end-all')}">
      <p>
        All your sessions end, this one included, and sign-in links that you have not used stop working. To
        sign in again you need a new link from whoever runs this service.
      </p>
      <div class="dialog-actions">
        ${cancelButton(endAllForm, { focus: true })}
        <button class="primary danger">Sign Out Everywhere</button>
      </div>
    </form>`,
  });
}
