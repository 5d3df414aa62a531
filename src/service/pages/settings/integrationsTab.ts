import { pluralWord } from '../../../base/format.ts';
import { describeHost } from '../../routes/hostRoutes.ts';
import { pageHosts } from '../../store/hosts.ts';
import type { Host } from '../../store/hosts.ts';
import { countOpenJobs, pageJobs } from '../../store/jobs.ts';
import { countOf } from '../../store/workspaces.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { counted } from '../markup/counted.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead, settingsPage } from '../markup/layout.ts';
import { nameDialog } from '../markup/nameDialog.ts';
import { pager, shownPage } from '../markup/pager.ts';
import { time } from '../markup/time.ts';
import { link, may, ownerOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { jobSection } from './jobSection.ts';

/** The `id` of the dialog that connects a host, and the name under which its form is refused. */
export const connectForm = 'connect-host';

/** Hosts on one page. */
const shown = 30;

/** Settings > Integrations. */
export function integrationsTab(view: PageView): Html {
  const { store } = view.service;
  const page = shownPage(view, 'hosts', shown, request => pageHosts(store, view.workspace.id, request));
  const hosts = page.rows;
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
        ${pager(view, page, {
          list: 'hosts',
          path: '/settings',
          tab: 'integrations',
          label: 'Pages of hosts',
          newer: 'Newer hosts',
          older: 'Older hosts',
          total: () => counted(countOf(store, 'hosts', view.workspace.id), 'host'),
        })}
      </section>
      ${jobSection(view)} ${owner && [connectDialog(view), hosts.map(host => disconnectDialog(view, host))]}`,
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
  const { running, queued } = countOpenJobs(view.service.store, view.workspace.id, id);
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
    <td data-label="Open jobs">${openJobsText(running, queued)}</td>
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

function connectDialog(view: PageView): Html {
  return nameDialog(view, {
    form: connectForm,
    title: 'Connect Host',
    action: '/settings/hosts/connect',
    fieldId: 'connect-host-name',
    help: 'For example “Lab GPU 1”.',
    note: html`<p>
      You get a command to run on it, and a one-time token that it asks for, valid for ten minutes.
    </p>`,
    button: 'Create Token',
  });
}

function disconnectDialog(view: PageView, { id: hostId, name }: Host): Html {
  const id = `disconnect-${hostId}`;
  return dialog({
    id,
    title: `Disconnect “${name}”?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/hosts/disconnect')}">
      <p>Its worker key stops working at once. ${cancelled(view, hostId)}</p>
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

function cancelled({ service: { store }, workspace }: PageView, hostId: string): Child {
  const { running, queued } = countOpenJobs(store, workspace.id, hostId);
  const count = running + queued;
  if (count === 0) return 'It has no open jobs.';
  const jobs = (['running', 'queued'] as const).flatMap(
    state => pageJobs(store, workspace.id, { state, hostId, limit: named }).rows,
  );
  const more = count - named;
  return html`${pluralWord(count, 'This job is', 'These jobs are')} cancelled:
    <ul class="plain-list">
      ${jobs.slice(0, named).map(({ name, state }) => html`<li><bdi>${name}</bdi> <span class="quiet">${state}</span></li>`)}
      ${more > 0 && html`<li>and ${more} more</li>`}
    </ul>`;
}
