import type { Member } from '../../store/members.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { time } from '../markup/time.ts';
import { link, may } from '../view.ts';
import type { PageView } from '../view.ts';

/** Roles that members can be given, and what they are for. */
export const givenRoles = [
  ['admin', 'Admin: views activity, manages jobs'],
  ['editor', 'Editor: manages jobs'],
  ['viewer', 'Viewer: read-only'],
] as const;

/** The members; for the owner with the means to change their roles and to remove them. */
export function memberTable(view: PageView, members: readonly Member[]): Html {
  const owner = may(view, 'manageMembers');
  return html`<table class="cards">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col">Joined</th>
          ${owner && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
        </tr>
      </thead>
      <tbody>
        ${members.map(member => row(view, member, owner))}
      </tbody>
    </table>
    ${owner && members.filter(({ role }) => role !== 'owner').map(member => removeDialog(view, member))}`;
}

function row(view: PageView, member: Member, owner: boolean): Html {
  const { userId, username, name, email, role, joinedAt } = member;
  const changeable = owner && role !== 'owner';
  return html`<tr>
    <th scope="row">
      <span class="name"><bdi>${name}</bdi>${userId === view.user.id && ' (you)'}</span>
      <span class="quiet"><bdi>${username}</bdi>${email !== '' && ` · ${email}`}</span>
    </th>
    <td data-label="Role">${changeable ? roleForm(view, member) : role}</td>
    <td data-label="Joined">${time(joinedAt, view.now)}</td>
    ${owner && html`<td class="row-actions">${changeable && removeButton(member)}</td>`}
  </tr>`;
}

function roleForm(view: PageView, { userId, name, username, role }: Member): Html {
  return html`<form class="inline" method="post" action="${link(view, '/settings/team/role')}">
    <input type="hidden" name="userId" value="${userId}" />
    <input type="hidden" name="username" value="${username}" />
    <select name="role" aria-label="Role of ${name}">
      ${givenRoles.map(
        ([value]) => html`<option value="${value}" ${value === role && html`selected`}>${value}</option>`,
      )}
    </select>
    <button aria-label="Change the role of ${name}">Change</button>
  </form>`;
}

function removeButton({ userId, name }: Member): Child {
  return opener({
    dialog: `remove-member-${userId}`,
    className: 'icon-button danger',
    label: `Remove ${name}`,
    content: icon('trash'),
  });
}

function removeDialog(view: PageView, { userId, name, username }: Member): Html {
  const id = `remove-member-${userId}`;
  return dialog({
    id,
    title: `Remove ${name} from the team?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/team/remove')}">
      <p>
        They lose access to this workspace. Its keys keep working: rotate those that ${username} has seen.
      </p>
      <input type="hidden" name="userId" value="${userId}" />
      <input type="hidden" name="username" value="${username}" />
      <div class="dialog-actions">
        ${cancelButton(id, { focus: true })} <button class="primary danger">Remove Member</button>
      </div>
    </form>`,
  });
}
