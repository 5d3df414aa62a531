import type { Member } from '../../store/members.ts';
import { cancelButton, dialog } from '../markup/dialog.ts';
import { choiceField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { givenRoles } from './memberTable.ts';

/** The `id`s of the dialogs, and the names under which their forms are refused. */
export const inviteForm = 'invite';
export const transferForm = 'transfer-ownership';
export const leaveForm = 'leave';

/** Admins to whom ownership can be transferred on the page: those who joined first. */
export const adminsShown = 100;

/** Invites an address; the link to pass on comes next. */
export function inviteDialog(view: PageView): Html {
  const problem = problemOf(view, inviteForm);
  return dialog({
    id: inviteForm,
    title: `Invite to ${view.workspace.fullName}`,
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/team/invite')}">
      ${problem && problemNotice(problem.words)}
      <div class="field">
        <label for="invite-email">Email address</label>
        <input
          id="invite-email"
          name="email"
          type="email"
          maxlength="254"
          required
          autofocus
          autocomplete="off"
          value="${problem?.values['email']}"
          aria-describedby="invite-email-help"
        />
        <p class="help" id="invite-email-help">
          Identifies the person. The service sends no email: you get a link to pass on.
        </p>
      </div>
      ${choiceField({
        id: 'invite-role',
        name: 'role',
        label: 'Role',
        options: givenRoles,
        value: problem?.values['role'] ?? 'editor',
      })}
      <div class="dialog-actions">
        ${cancelButton(inviteForm)} <button class="primary">Create Invitation</button>
      </div>
    </form>`,
  });
}

/** Transfers ownership to one of the team's `admins`. */
export function transferDialog(view: PageView, admins: readonly Member[]): Html {
  const form = html`<form method="post" action="${link(view, '/settings/team/transfer-ownership')}">
    <p>
      Only the new owner will see and manage the keys, providers, hosts and members. You stay as an admin, and
      only they can transfer it back. All sessions of both of you end, except this one: the new owner needs a
      sign-in link from whoever runs this service.
    </p>
    ${choiceField({
      id: 'transfer-to',
      name: 'userId',
      label: 'New owner',
      options: admins.map(({ userId, name, username }) => [userId, `${name} (${username})`]),
    })}
    ${admins.length === adminsShown && html`<p class="quiet">The first ${adminsShown} admins are listed.</p>`}
    <div class="dialog-actions">
      ${cancelButton(transferForm, { focus: true })}
      <button class="primary danger">Transfer Ownership</button>
    </div>
  </form>`;
  return dialog({
    id: transferForm,
    title: `Transfer ownership of ${view.workspace.fullName}`,
    content:
      admins.length > 0
        ? form
        : html`<p>Ownership can be transferred to an admin. First make the new owner an admin.</p>
            <div class="dialog-actions">${cancelButton(transferForm, { words: 'Close' })}</div>`,
  });
}

/** Leaves the team. */
export function leaveDialog(view: PageView): Html {
  return dialog({
    id: leaveForm,
    title: `Leave ${view.workspace.fullName}?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/team/leave')}">
      <p>You lose access to this workspace. You can return only by a new invitation.</p>
      <div class="dialog-actions">
        ${cancelButton(leaveForm, { focus: true })} <button class="primary danger">Leave Team</button>
      </div>
    </form>`,
  });
}
