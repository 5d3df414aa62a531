import { listInvitations } from '../../store/invitations.ts';
import type { Invitation } from '../../store/invitations.ts';
import { listMembers } from '../../store/members.ts';
import { opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead, settingsPage } from '../markup/layout.ts';
import { time } from '../markup/time.ts';
import { link, may, ownerOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { memberTable } from './memberTable.ts';
import {
  transferDialog,
  transferForm,
  inviteDialog,
  inviteForm,
  leaveDialog,
  leaveForm,
} from './teamDialogs.ts';

/** Settings > Team. */
export function teamTab(view: PageView): Html {
  return settingsPage(view, 'team', view.workspace.kind === 'personal' ? personal(view) : team(view));
}

function personal(view: PageView): Html {
  return html`<section aria-labelledby="members">
    ${sectionHead({
      id: 'members',
      title: 'Team',
      words: 'This is your personal workspace: you are its only member. To work with others, create a team.',
      actions: html`<a class="button primary" href="${link(view, '/teams/new')}"
        >${icon('plus')}Create Team</a
      >`,
    })}
    <div class="empty">
      <p><strong>Each team has its own workspace</strong></p>
      <p class="quiet">
        With its own keys, providers and hosts. You own the teams you create, and can belong to several.
      </p>
    </div>
  </section>`;
}

function team(view: PageView): Html {
  const members = listMembers(view.service.store, view.workspace.id);
  const owner = may(view, 'manageMembers');
  return html`<section aria-labelledby="members">
      ${sectionHead({
        id: 'members',
        title: 'Members',
        words: owner
          ? 'You own this team. Members use it as their role allows; only you see its keys.'
          : `${ownerOf(view)} owns this team and invites members. Your role: ${view.workspace.role}.`,
        actions: owner
          ? [
              opener({ dialog: transferForm, content: 'Transfer Ownership' }),
              opener({ dialog: inviteForm, className: 'primary', content: html`${icon('plus')}Invite` }),
            ]
          : opener({ dialog: leaveForm, content: 'Leave Team' }),
      })}
      ${memberTable(view, members)}
    </section>
    ${owner && invitations(view)}
    ${owner ? [inviteDialog(view), transferDialog(view, members)] : leaveDialog(view)}`;
}

function invitations(view: PageView): Child {
  const open = listInvitations(view.service.store, view.workspace.id);
  if (open.length === 0) return undefined;
  return html`<section aria-labelledby="invitations">
    ${sectionHead({
      id: 'invitations',
      title: 'Invitations',
      words: 'The service sends no email: pass the link on yourself. It works once, for seven days.',
    })}
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Role</th>
          <th scope="col">Invited</th>
          <th scope="col"><span class="visually-hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${open.map(invitation => invitationRow(view, invitation))}
      </tbody>
    </table>
  </section>`;
}

function invitationRow(view: PageView, { id, email, role, invitedBy, createdAt }: Invitation): Html {
  const button = (path: string, words: string, label: string) =>
    html`<form method="post" action="${link(view, path)}">
      <input type="hidden" name="inviteId" value="${id}" />
      <input type="hidden" name="email" value="${email}" />
      <button aria-label="${label}">${words}</button>
    </form>`;
  return html`<tr>
    <th scope="row"><span class="name">${email}</span></th>
    <td data-label="Role">${role}</td>
    <td data-label="Invited">${time(createdAt, view.now)} <span class="quiet">by ${invitedBy}</span></td>
    <td class="row-actions">
      ${button('/settings/team/invitation-link', 'New Link', `New link for ${email}`)}
      ${button('/settings/team/withdraw', 'Withdraw', `Withdraw the invitation of ${email}`)}
    </td>
  </tr>`;
}
