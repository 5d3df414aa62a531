import { formatMoney, formatNumber, formatPercent } from '../../base/format.ts';
import { inDollars } from '../money/nanoDollars.ts';
import { dayText, firstDay } from '../store/periods.ts';
import { listBudgets, stageOf } from '../store/budgets.ts';
import { pageSpend, spentSince } from '../store/spend.ts';
import type { SpendRow } from '../store/spend.ts';
import { otherModels } from '../store/usage.ts';
import { html } from './markup/html.ts';
import type { Child, Html } from './markup/html.ts';
import { sectionHead } from './markup/layout.ts';
import { pager, shownPage } from './markup/pager.ts';
import { link, may, settingsLink } from './view.ts';
import type { PageView } from './view.ts';

/** Rows on one page. */
const perPage = 20;

/** What the workspace has spent, by day, key, member and model. */
export function spendSection(view: PageView): Child {
  if (!may(view, 'seeSpend')) return undefined;
  const { spending, store } = view.service;
  spending.flush();
  const page = shownPage(view, 'spend', perPage, request => pageSpend(store, view.workspace.id, request));
  return html`<section aria-labelledby="spend">
    ${sectionHead({
      id: 'spend',
      title: 'Spend',
      words: html`${sums(view)} Days are in UTC.
        <a href="${settingsLink(view, 'spending')}">Budgets and prices</a>`,
      actions: html`<a class="button" href="${link(view, '/api/spend/export')}" download>Download CSV</a>`,
    })}
    ${warnings(view)}
    ${
      page.rows.length === 0
        ? html`<div class="empty"><p class="quiet">No activity yet.</p></div>`
        : spendTable(page.rows)
    }
    ${pager(view, page, {
      list: 'spend',
      path: '/activity',
      label: 'Pages of spend',
      newer: 'Later days',
      older: 'Earlier days',
    })}
  </section>`;
}

function sums({ service: { store }, workspace, now }: PageView): string {
  const since = (period: 'day' | 'month') =>
    formatMoney(inDollars(spentSince(store, { workspaceId: workspace.id, day: firstDay(period, now) })));
  return `${since('day')} today, ${since('month')} this month.`;
}

function warnings({ service: { store }, workspace }: PageView): Child {
  const due = listBudgets(store, workspace.id).filter(budget => stageOf(budget) !== 'within');
  return due.map(budget => {
    const { keyName, keyId, spent, nano, period } = budget;
    const name = keyId === '' ? 'the workspace' : (keyName ?? 'a removed key');
    const words =
      stageOf(budget) === 'exceeded'
        ? 'Budget exceeded'
        : `${formatPercent(spent / nano)} of the budget are spent`;
    return html`<p class="notice" role="note">
      ${words}: ${formatMoney(inDollars(nano))} a ${period} for <bdi>${name}</bdi>.
    </p>`;
  });
}

function spendTable(rows: readonly SpendRow[]): Html {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">Key</th>
        <th scope="col">Member</th>
        <th scope="col">Model</th>
        <th scope="col" class="number">Requests</th>
        <th scope="col" class="number">Cost</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row =>
          html`<tr>
            <th scope="row">${dayText(row.day)}</th>
            <td data-label="Key">
              <span class="name"><bdi>${row.keyName}</bdi></span>
            </td>
            <td data-label="Member"><bdi>${row.memberName}</bdi></td>
            <td data-label="Model">
              ${row.model === otherModels ? 'Other models' : html`<code>${row.model}</code>`}
            </td>
            <td data-label="Requests" class="number">${formatNumber(row.requests)}</td>
            <td data-label="Cost" class="number">${costWords(row)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function costWords({ nano, requests, unpriced }: SpendRow): string {
  if (unpriced === requests) return 'No price';
  const cost = formatMoney(inDollars(nano));
  return unpriced === 0 ? cost : `${cost} and ${formatNumber(unpriced)} without a price`;
}
