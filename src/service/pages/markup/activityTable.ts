import type { Action, ActivityRow } from '../../store/activity.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { time } from './time.ts';

/** What somebody did, as it stands between who and what. */
const words: Record<Action, string> = {
  'key.created': 'created the key',
  'key.revealed': 'copied the key',
  'key.revoked': 'removed the key',
  'provider.saved': 'saved the key of',
  'provider.removed': 'removed the provider',
  'imageDescriber.saved': 'had images for text-only models described by',
  'imageDescriber.removed': 'stopped having images described by',
  'sharedAnswers.deleted': 'deleted the shared answers of',
  'price.saved': 'set the price of',
  'price.removed': 'removed the price of',
  'budget.saved': 'set the budget of',
  'budget.removed': 'removed the budget of',
  'budget.warned': 'warns of the budget of',
  'host.created': 'added the host',
  'host.connected': 'connected',
  'host.disconnected': 'disconnected the host',
  'job.created': 'queued the job',
  'job.cancelled': 'cancelled the job',
  'training.created': 'started the training run',
  'team.created': 'created the team',
  'member.invited': 'invited',
  'member.invitationLink': 'created an invitation link for',
  'member.invitationWithdrawn': 'withdrew the invitation of',
  'member.joined': 'joined',
  'member.roleChanged': 'changed the role of',
  'member.removed': 'removed the member',
  'member.left': 'left',
  'ownership.transferred': 'transferred ownership to',
};

const kinds = { user: '', key: 'key ', host: 'host ', service: '' } as const;

/** Lines of the audit trail. */
export function activityTable(rows: readonly ActivityRow[], now: number): Html {
  return html`<table class="cards events">
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row =>
          html`<tr>
            <td>
              ${kinds[row.actor_kind]}<strong><bdi>${row.actor_name}</bdi></strong> ${actionText(row.action)}
              ${row.subject_id !== row.actor_id && html`<strong><bdi>${row.subject}</bdi></strong>`}
              ${row.detail !== null && html`<span class="quiet"><bdi>${row.detail}</bdi></span>`}
            </td>
            <td data-label="When">${time(row.at, now)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A store that a newer Sightline wrote to may tell of actions that have no words here. */
function actionText(action: string): string {
  return (words as Partial<Record<string, string>>)[action] ?? action;
}
