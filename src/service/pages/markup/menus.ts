import { link } from '../view.ts';
import type { PageView } from '../view.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { icon } from './icon.ts';

/** The product's icon and name. */
export function brand(): Html {
  return html`<img src="/assets/icon.svg" width="22" height="22" alt="" /><span>Sightline</span>`;
}

/** Pages that every workspace has. */
const common = ['/', '/activity', '/settings'];

/** Which workspace is shown, and the way to the same page of the others. */
export function workspaceMenu({ workspace, workspaces, path, query }: PageView): Html {
  const here = common.includes(path) ? path : '/';
  const tab = here === '/settings' ? query('tab') : undefined;
  return html`<details class="menu workspace" name="menu">
    <summary aria-label="Workspace: ${workspace.fullName}">
      <span class="shortened">${workspace.fullName}</span>${icon('caret')}
    </summary>
    <div class="menu-sheet">
      <p class="menu-title" id="workspaces-title">Workspaces</p>
      <ul aria-labelledby="workspaces-title">
        ${workspaces.map(
          other =>
            html`<li>
              <a
                href="${link({ workspace: other }, here, { tab })}"
                ${other.id === workspace.id && html`aria-current="true"`}
              >
                <span class="shortened">${other.fullName}</span>
                <span class="quiet">${other.kind === 'personal' ? 'personal' : other.role}</span>
              </a>
            </li>`,
        )}
      </ul>
      <a class="menu-more" href="${link({ workspace }, '/teams/new')}">${icon('plus')}Create Team</a>
    </div>
  </details>`;
}

/** Who is signed in, a link for another browser of theirs, their sessions, and signing out. */
export function personMenu(view: PageView): Html {
  const { user } = view;
  return html`<details class="menu person" name="menu">
    <summary aria-label="Account: ${user.name}">${icon('user')}${icon('caret')}</summary>
    <div class="menu-sheet">
      <p class="menu-title">
        <strong><bdi>${user.name}</bdi></strong
        ><br />
        <span class="quiet">${user.username}${user.email !== '' && ` · ${user.email}`}</span>
      </p>
      <form method="post" action="${link(view, '/sign-in-link')}">
        <button class="menu-item">Sign In Another Browser</button>
      </form>
      <a class="menu-item" href="${link(view, '/sessions')}">Sessions</a>
      <form method="post" action="/sign-out"><button class="menu-item">Sign Out</button></form>
    </div>
  </details>`;
}
