import { formatNumber } from '../../base/format.ts';
import { pageActivity } from '../store/activity.ts';
import { otherModels, pageUsage } from '../store/usage.ts';
import type { UsageRow } from '../store/usage.ts';
import { countOf } from '../store/workspaces.ts';
import { activityTable } from './markup/activityTable.ts';
import { counted } from './markup/counted.ts';
import { html } from './markup/html.ts';
import type { Child, Html } from './markup/html.ts';
import { sectionHead, signedInPage } from './markup/layout.ts';
import { lockedNote } from './markup/notice.ts';
import { pager, shownPage } from './markup/pager.ts';
import { time } from './markup/time.ts';
import { spendSection } from './spendSection.ts';
import { link, may, ownerOf } from './view.ts';
import type { PageView } from './view.ts';

/** Events on one page. */
const perPage = 50;
/** Rows of usage on one page. */
const usageRows = 20;

/** What happened in the workspace, and what went through the gateway. */
export function activityPage(view: PageView): Html {
  return signedInPage(view, {
    title: 'Activity',
    place: '/activity',
    content: html`<h1>Activity</h1>
      ${
        may(view, 'seeActivity')
          ? [spendSection(view), usageSection(view), eventSection(view)]
          : lockedNote(
              'Only the owner and admins can view activity',
              html`Ask <strong><bdi>${ownerOf(view)}</bdi></strong> if you need to know what happened in
                ${view.workspace.fullName}.`,
            )
      }`,
  });
}

function usageSection(view: PageView): Child {
  if (!may(view, 'seeUsage')) return undefined;
  view.service.usage.flush();
  const { store } = view.service;
  const page = shownPage(view, 'usage', usageRows, request => pageUsage(store, view.workspace.id, request));
  return html`<section aria-labelledby="usage">
    ${sectionHead({
      id: 'usage',
      title: 'Usage',
      words: 'Gateway requests by key and model. Token counts as reported by the providers.',
    })}
    ${
      page.rows.length === 0
        ? html`<div class="empty"><p class="quiet">No activity yet.</p></div>`
        : usageTable(view, page.rows)
    }
    ${pager(view, page, {
      list: 'usage',
      path: '/activity',
      label: 'Pages of usage',
      newer: 'Newer usage',
      older: 'Older usage',
      total: () => counted(countOf(store, 'usage', view.workspace.id), 'row'),
    })}
  </section>`;
}

function usageTable(view: PageView, rows: readonly UsageRow[]): Html {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">Model</th>
        <th scope="col" class="number">Requests</th>
        <th scope="col" class="number">Tokens in</th>
        <th scope="col" class="number">Tokens out</th>
        <th scope="col">Last used</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row =>
          html`<tr>
            <th scope="row"><span class="name">${row.keyName}</span></th>
            <td data-label="Model">
              ${row.model === otherModels ? 'Other models' : html`<code>${row.model}</code>`}
            </td>
            <td data-label="Requests" class="number">${formatNumber(row.requests)}</td>
            <td data-label="Tokens in" class="number">${formatNumber(row.inputTokens)}</td>
            <td data-label="Tokens out" class="number">${formatNumber(row.outputTokens)}</td>
            <td data-label="Last used">${time(row.lastUsedAt, view.now)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function eventSection(view: PageView): Html {
  const page = shownPage(view, 'events', perPage, request =>
    pageActivity(view.service.store, view.workspace.id, request),
  );
  return html`<section aria-labelledby="events">
    ${sectionHead({
      id: 'events',
      title: 'Audit trail',
      words: 'Every change, and every time a key was viewed.',
      actions: html`<a class="button" href="${link(view, '/api/activity/export')}" download>Export</a>`,
    })}
    ${
      page.rows.length === 0
        ? html`<div class="empty"><p class="quiet">No activity yet.</p></div>`
        : activityTable(page.rows, view.now)
    }
    ${pager(view, page, {
      list: 'events',
      path: '/activity',
      label: 'Pages of the audit trail',
      newer: 'Newer',
      older: 'Older',
    })}
  </section>`;
}
