import { getHost } from '../../store/hosts.ts';
import { pageJobs } from '../../store/jobs.ts';
import type { ListedJob } from '../../store/jobs.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { sectionHead } from '../markup/layout.ts';
import { pager, shownPage } from '../markup/pager.ts';
import { time } from '../markup/time.ts';
import { link, may } from '../view.ts';
import type { PageView } from '../view.ts';

/** Jobs on one page. */
const shown = 30;

const states = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;

/** The workspace's newest jobs, whichever host has them. */
export function jobSection(view: PageView): Child {
  const { store } = view.service;
  const page = shownPage(view, 'jobs', shown, request => pageJobs(store, view.workspace.id, request));
  if (page.rows.length === 0) return undefined;
  const hostIds = new Set(page.rows.map(({ hostId }) => hostId).filter(id => id !== null));
  const names = new Map([...hostIds].map(id => [id, getHost(store, id)?.name]));
  const manage = may(view, 'manageJobs');
  return html`<section aria-labelledby="jobs">
    ${sectionHead({ id: 'jobs', title: 'Jobs', words: 'The latest first.' })}
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col">State</th>
          <th scope="col">Host</th>
          <th scope="col">Created</th>
          ${manage && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
        </tr>
      </thead>
      <tbody>
        ${page.rows.map(job => row(view, job, names, manage))}
      </tbody>
    </table>
    ${pager(view, page, {
      list: 'jobs',
      path: '/settings',
      tab: 'integrations',
      label: 'Pages of jobs',
      newer: 'Newer jobs',
      older: 'Older jobs',
    })}
  </section>`;
}

function row(
  view: PageView,
  job: ListedJob,
  hosts: ReadonlyMap<string, string | undefined>,
  manage: boolean,
): Html {
  const { id, name, state, hostId, createdAt, finishedAt, error, metrics } = job;
  return html`<tr>
    <th scope="row">
      <span class="name"><bdi>${name}</bdi></span>
      ${error !== null && html`<span class="hint">${error}</span>`}
      ${metrics !== null && html`<span class="quiet">${progressOf(metrics)}</span>`}
    </th>
    <td data-label="State">
      <span class="state ${state}">${states[state]}</span>
    </td>
    <td data-label="Host">
      ${hostId === null ? html`<span class="quiet">Any</span>` : (hosts.get(hostId) ?? 'Disconnected')}
    </td>
    <td data-label="Created">
      ${time(createdAt, view.now)}
      ${finishedAt !== null && html`<span class="quiet">ended ${time(finishedAt, view.now)}</span>`}
    </td>
    ${
      manage &&
      html`<td class="row-actions">
        ${
          (state === 'queued' || state === 'running') &&
          html`<form method="post" action="${link(view, '/settings/jobs/cancel')}">
            <input type="hidden" name="jobId" value="${id}" />
            <input type="hidden" name="name" value="${name}" />
            <button aria-label="Cancel ${name}">Cancel</button>
          </form>`
        }
      </td>`
    }
  </tr>`;
}

/** The newest figures of a job in one line. */
function progressOf(metrics: string): string {
  const figures = Object.entries(JSON.parse(metrics) as Record<string, number>);
  return figures.map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`).join(', ');
}
