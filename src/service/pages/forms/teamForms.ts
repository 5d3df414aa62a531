import { invitedShape, linkShape, successShape, teamShape } from '../../../platform/shapes.ts';
import { invitationOf } from '../../store/invitations.ts';
import { FormRefused } from '../callApi.ts';
import type { CallApi } from '../callApi.ts';
import { newTeamForm, newTeamPage } from '../newTeamPage.ts';
import { transferForm, inviteForm } from '../settings/teamDialogs.ts';
import { teamTab } from '../settings/teamTab.ts';
import { settingsLink } from '../view.ts';
import type { PageView } from '../view.ts';
import { done, pathOf } from './form.ts';
import type { Form, FormOutcome } from './form.ts';

/** The forms of Settings > Team, and making a team. */
export const teamForms: readonly Form[] = [
  {
    path: '/teams/new',
    page: newTeamPage,
    name: () => newTeamForm,
    keep: ['fullName', 'username'],
    send: async (values, call) => {
      const body = { fullName: values('fullName'), username: values('username') };
      const { username } = await call({ method: 'POST', path: '/api/teams', body }, teamShape);
      return {
        to: `/settings?tab=team&owner=${encodeURIComponent(username)}`,
        flash: done(`The team “${values('fullName').trim()}” is created. Invite members.`),
      };
    },
  },
  {
    path: '/settings/team/invite',
    page: teamTab,
    name: () => inviteForm,
    keep: ['email', 'role'],
    send: async (values, call, view) => {
      const body = { email: values('email').trim(), role: values('role') };
      const { email } = await call({ method: 'POST', path: '/api/members', body }, invitedShape);
      return invitationLink(call, view, email, findInvitation(view, email));
    },
  },
  {
    path: '/settings/team/invitation-link',
    page: teamTab,
    send: (values, call, view) => invitationLink(call, view, values('email'), values('inviteId')),
  },
  {
    path: '/settings/team/withdraw',
    page: teamTab,
    send: async (values, call, view) => {
      await call({ method: 'DELETE', path: pathOf`/api/invitations/${values('inviteId')}` }, successShape);
      return toTeam(view, `The invitation of ${values('email')} is withdrawn.`);
    },
  },
  {
    path: '/settings/team/role',
    page: teamTab,
    send: async (values, call, view) => {
      const body = { role: values('role') };
      await call({ method: 'PATCH', path: pathOf`/api/members/${values('userId')}`, body }, successShape);
      return toTeam(view, `${values('username')} is now ${values('role')}.`);
    },
  },
  {
    path: '/settings/team/remove',
    page: teamTab,
    send: async (values, call, view) => {
      await call({ method: 'DELETE', path: pathOf`/api/members/${values('userId')}` }, successShape);
      return toTeam(view, `${values('username')} is no longer a member.`);
    },
  },
  {
    path: '/settings/team/leave',
    page: teamTab,
    send: async (_values, call, view) => {
      await call({ method: 'DELETE', path: pathOf`/api/members/${view.user.id}` }, successShape);
      return { to: '/', flash: done(`You have left ${view.workspace.fullName}.`) };
    },
  },
  {
    path: '/settings/team/transfer-ownership',
    page: teamTab,
    name: () => transferForm,
    send: async (values, call, view) => {
      const body = { targetUserId: values('userId') };
      await call({ method: 'POST', path: '/api/members/transfer-ownership', body }, successShape);
      return toTeam(view, 'Ownership is transferred. You are now an admin.');
    },
  },
];

function toTeam(view: PageView, words: string): FormOutcome {
  return { to: settingsLink(view, 'team'), flash: done(words) };
}

function findInvitation({ service, workspace }: PageView, email: string): string {
  const invitation = invitationOf(service.store, workspace.id, email);
  if (invitation === undefined) throw new FormRefused(404, 'This invitation no longer exists.');
  return invitation.id;
}

async function invitationLink(
  call: CallApi,
  view: PageView,
  email: string,
  id: string,
): Promise<FormOutcome> {
  const { url, expiresAt } = await call(
    { method: 'POST', path: pathOf`/api/invitations/${id}/link` },
    linkShape,
  );
  return {
    to: settingsLink(view, 'team'),
    flash: { kind: 'link', purpose: 'invitation', who: email, url, expiresAt },
  };
}
