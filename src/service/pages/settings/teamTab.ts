import { pageInvitations } from '../../store/invitations.ts';
import type { Invitation } from '../../store/invitations.ts';
import { membersOfRole, pageMembers } from '../../store/members.ts';
import { countOf } from '../../store/workspaces.ts';
import { opener } from '../markup/dialog.ts';
import { counted } from '../markup/counted.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead, settingsPage } from '../markup/layout.ts';
import { pager, shownPage } from '../markup/pager.ts';
import { time } from '../markup/time.ts';
import { link, may, ownerOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { memberTable } from './memberTable.ts';
import {
  adminsShown,
  transferDialog,
  transferForm,
  inviteDialog,
  inviteForm,
  leaveDialog,
  leaveForm,
} from './teamDialogs.ts';

/** Members on one page, and invitations. */
const [membersShown, invitationsShown] = [50, 50];

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
  const { store } = view.service;
  const { id } = view.workspace;
  const page = shownPage(view, 'members', membersShown, request => pageMembers(store, id, request));
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
      ${memberTable(view, page.rows)}
      ${pager(view, page, {
        list: 'members',
        path: '/settings',
        tab: 'team',
        label: 'Pages of members',
        newer: 'Earlier members',
        older: 'Later members',
        total: () => counted(countOf(store, 'memberships', id), 'member'),
      })}
    </section>
    ${owner && invitations(view)}
    ${owner ? [inviteDialog(view), transferDialog(view, membersOfRole(store, id, 'admin', adminsShown))] : leaveDialog(view)}`;
}

function invitations(view: PageView): Child {
  const { store } = view.service;
  const { id } = view.workspace;
  const page = shownPage(view, 'invitations', invitationsShown, request =>
    pageInvitations(store, id, request),
  );
  if (page.rows.length === 0) return undefined;
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
        ${page.rows.map(invitation => invitationRow(view, invitation))}
      </tbody>
    </table>
    ${pager(view, page, {
      list: 'invitations',
      path: '/settings',
      tab: 'team',
      label: 'Pages of invitations',
      newer: 'Earlier invitations',
      older: 'Later invitations',
      total: () => counted(countOf(store, 'invitations', id), 'invitation'),
    })}
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
