import type { Member } from '../../store/members.ts';
import { cancelButton, dialog } from '../markup/dialog.ts';
import { choiceField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, problemOf } from '../view.ts';
import type { View } from '../view.ts';
import { givenRoles } from './memberTable.ts';

/** The `id`s of the dialogs, and the names under which their forms are refused. */
export const inviteForm = 'invite';
export const handOverForm = 'hand-over';
export const leaveForm = 'leave';

/** Invites an address; the link to pass on comes next. */
export function inviteDialog(view: View): Html {
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
          To know them by. The service sends no mail: you get a link to pass on.
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

/** Hands the team over to one of its admins. */
export function handOverDialog(view: View, members: readonly Member[]): Html {
  const admins = members.filter(({ role }) => role === 'admin');
  const form = html`<form method="post" action="${link(view, '/settings/team/hand-over')}">
    <p>
      The new owner alone then sees and manages the keys, providers, hosts and members. You stay as an admin.
      Only they can give it back.
    </p>
    ${choiceField({
      id: 'hand-over-to',
      name: 'userId',
      label: 'New owner',
      options: admins.map(({ userId, name, username }) => [userId, `${name} (${username})`]),
    })}
    <div class="dialog-actions">
      ${cancelButton(handOverForm, { focus: true })} <button class="primary danger">Hand Over</button>
    </div>
  </form>`;
  return dialog({
    id: handOverForm,
    title: `Hand over ${view.workspace.fullName}`,
    content:
      admins.length > 0
        ? form
        : html`<p>Ownership goes to an admin. Make the member who shall have it an admin first.</p>
            <div class="dialog-actions">${cancelButton(handOverForm, { words: 'Close' })}</div>`,
  });
}

/** Leaves the team. */
export function leaveDialog(view: View): Html {
  return dialog({
    id: leaveForm,
    title: `Leave ${view.workspace.fullName}?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/team/leave')}">
      <p>You lose access to this workspace. Only an invitation brings you back.</p>
      <div class="dialog-actions">
        ${cancelButton(leaveForm, { focus: true })} <button class="primary danger">Leave Team</button>
      </div>
    </form>`,
  });
}
