import { pluralWord } from '../../../base/format.ts';
import { describeHost } from '../../routes/hostRoutes.ts';
import { listHosts } from '../../store/hosts.ts';
import type { Host } from '../../store/hosts.ts';
import { listJobs } from '../../store/jobs.ts';
import type { ListedJob } from '../../store/jobs.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead, settingsPage } from '../markup/layout.ts';
import { nameDialog } from '../markup/nameDialog.ts';
import { time } from '../markup/time.ts';
import { link, may, ownerOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { jobSection } from './jobSection.ts';

/** The `id` of the dialog that connects a host, and the name under which its form is refused. */
export const connectForm = 'connect-host';

/** Most open jobs of a host that are looked at. */
const openJobs = 200;

/** Settings > Integrations. */
export function integrationsTab(view: PageView): Html {
  const hosts = listHosts(view.service.store, view.workspace.id);
  const owner = may(view, 'manageHosts');
  return settingsPage(
    view,
    'integrations',
    html`<section aria-labelledby="hosts">
        ${sectionHead({
          id: 'hosts',
          title: 'On Premise',
          words: 'Your own machines that run this workspace’s jobs.',
          actions:
            owner &&
            opener({ dialog: connectForm, className: 'primary', content: html`${icon('plus')}Connect Host` }),
        })}
        ${hosts.length === 0 ? nothing(view, owner) : hostTable(view, hosts, owner)}
      </section>
      ${jobSection(view, hosts)}
      ${owner && [connectDialog(view), hosts.map(host => disconnectDialog(view, host))]}`,
  );
}

function nothing(view: PageView, owner: boolean): Html {
  return html`<div class="empty">
    <p><strong>No hosts are connected</strong></p>
    <p class="quiet">
      ${owner ? 'Connect one with a one-time token, valid for ten minutes.' : `${ownerOf(view)} can connect one.`}
    </p>
  </div>`;
}

function hostTable(view: PageView, hosts: readonly Host[], owner: boolean): Html {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Host</th>
        <th scope="col">State</th>
        <th scope="col">Open jobs</th>
        <th scope="col">Last seen</th>
        ${owner && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
      </tr>
    </thead>
    <tbody>
      ${hosts.map(host => row(view, host, owner))}
    </tbody>
  </table>`;
}

const states = { connected: 'Connected', waiting: 'Waiting', expired: 'Token expired' } as const;

function row(view: PageView, host: Host, owner: boolean): Html {
  const { id, name, connectedAt, lastSeenAt, tokenExpiresAt } = host;
  const { status } = describeHost(host, view.now);
  const { running, queued } = openJobsOf(view, id);
  return html`<tr>
    <th scope="row">
      <span class="name"><bdi>${name}</bdi></span>
      <span class="quiet">
        ${
          connectedAt === null
            ? status === 'waiting' && html`token ends ${time(tokenExpiresAt ?? 0, view.now)}`
            : html`connected ${time(connectedAt, view.now)}`
        }
      </span>
    </th>
    <td data-label="State"><span class="state ${status}">${states[status]}</span></td>
    <td data-label="Open jobs">${openJobsText(running.length, queued.length)}</td>
    <td data-label="Last seen">${lastSeenAt === null ? 'Never' : time(lastSeenAt, view.now)}</td>
    ${
      owner &&
      html`<td class="row-actions">
        ${opener({
          dialog: `disconnect-${id}`,
          className: 'icon-button worded danger',
          label: `Disconnect ${name}`,
          content: html`${icon('trash')}<span>Disconnect</span>`,
        })}
      </td>`
    }
  </tr>`;
}

function openJobsText(running: number, queued: number): Child {
  return running + queued === 0
    ? html`<span class="quiet">None</span>`
    : html`${running} running, ${queued} queued`;
}

function openJobsOf({ service: { store }, workspace }: PageView, hostId: string) {
  const of = (state: 'running' | 'queued'): ListedJob[] =>
    listJobs(store, workspace.id, { state, hostId, limit: openJobs });
  return { running: of('running'), queued: of('queued') };
}

function connectDialog(view: PageView): Html {
  return nameDialog(view, {
    form: connectForm,
    title: 'Connect Host',
    action: '/settings/hosts/connect',
    fieldId: 'connect-host-name',
    help: 'For example “Lab GPU 1”.',
    note: html`<p>You get a command to run on it, with a one-time token that is valid for ten minutes.</p>`,
    button: 'Create Token',
  });
}

function disconnectDialog(view: PageView, { id: hostId, name }: Host): Html {
  const id = `disconnect-${hostId}`;
  const { running, queued } = openJobsOf(view, hostId);
  return dialog({
    id,
    title: `Disconnect “${name}”?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/hosts/disconnect')}">
      <p>Its worker key stops working at once. ${cancelled([...running, ...queued])}</p>
      <input type="hidden" name="hostId" value="${hostId}" />
      <input type="hidden" name="name" value="${name}" />
      <div class="dialog-actions">
        ${cancelButton(id, { focus: true })} <button class="primary danger">Disconnect Host</button>
      </div>
    </form>`,
  });
}

/** Jobs that are named; of more, only how many. */
const named = 5;

function cancelled(jobs: readonly ListedJob[]): Child {
  if (jobs.length === 0) return 'It has no open jobs.';
  const more = jobs.length - named;
  return html`${pluralWord(jobs.length, 'This job is', 'These jobs are')} cancelled:
    <ul class="plain-list">
      ${jobs.slice(0, named).map(({ name, state }) => html`<li><bdi>${name}</bdi> <span class="quiet">${state}</span></li>`)}
      ${more > 0 && html`<li>and ${more} more</li>`}
    </ul>`;
}
