import { formatMoney, formatPercent } from '../../../base/format.ts';
import { inDollars } from '../../money/nanoDollars.ts';
import { budgetPeriods } from '../../store/periods.ts';
import { listBudgets, stageOf } from '../../store/budgets.ts';
import type { BudgetState } from '../../store/budgets.ts';
import { pageServiceKeys } from '../../store/serviceKeys.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { choiceField, textField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead } from '../markup/layout.ts';
import { problemNotice } from '../markup/notice.ts';
import { time } from '../markup/time.ts';
import { link, may, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog that sets a budget, and the name under which its form is refused. */
export const budgetForm = 'set-budget';
/** Keys that can be chosen; of more, the API sets the budgets. */
const offeredKeys = 200;

/** What the workspace and its keys may spend, for whoever may see it; who may set it gets the dialog, too. */
export function budgetSection(view: PageView): Html {
  view.service.spending.flush();
  const budgets = listBudgets(view.service.store, view.workspace.id);
  const manage = may(view, 'manageBudgets');
  return html`<section aria-labelledby="budgets">
    ${sectionHead({
      id: 'budgets',
      title: 'Budgets',
      words:
        'What requests through the gateway may cost. Days, weeks and months begin at midnight UTC, weeks on Mondays.',
      actions:
        manage &&
        opener({ dialog: budgetForm, className: 'primary', content: html`${icon('plus')}Set Budget` }),
    })}
    ${
      budgets.length === 0
        ? html`<div class="empty">
            <p><strong>No budgets</strong></p>
            <p class="quiet">Requests are not limited by what they cost.</p>
          </div>`
        : budgetTable(view, budgets, manage)
    }
    ${manage && setDialog(view)}
  </section>`;
}

function budgetTable(view: PageView, budgets: readonly BudgetState[], manage: boolean): Html {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">For</th>
        <th scope="col" class="number">Budget</th>
        <th scope="col" class="number">Spent</th>
        <th scope="col">State</th>
        <th scope="col">Resets</th>
        ${manage && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
      </tr>
    </thead>
    <tbody>
      ${budgets.map(budget => row(view, budget, manage))}
    </tbody>
  </table>`;
}

function row(view: PageView, budget: BudgetState, manage: boolean): Html {
  const { id, nano, spent, held, period, resetsAt } = budget;
  const name = nameOf(budget);
  const state = {
    within: 'Within',
    warned: `Warning: ${formatPercent(spent / nano)} spent`,
    exceeded: 'Exceeded',
  }[stageOf(budget)];
  return html`<tr>
    <th scope="row">
      <span class="name"><bdi>${name}</bdi></span>
    </th>
    <td data-label="Budget" class="number">${formatMoney(inDollars(nano))} a ${period}</td>
    <td data-label="Spent" class="number">
      ${formatMoney(inDollars(spent))}${held > 0 && html` <span class="quiet">(${formatMoney(inDollars(held))} held)</span>`}
    </td>
    <td data-label="State">${state}</td>
    <td data-label="Resets">${time(resetsAt, view.now)}</td>
    ${
      manage &&
      html`<td class="row-actions">
        <form class="inline" method="post" action="${link(view, '/settings/spending/remove-budget')}">
          <input type="hidden" name="budgetId" value="${id}" />
          <button
            class="icon-button danger"
            aria-label="Remove the budget of ${name} a ${period}"
            title="Remove"
          >
            ${icon('trash')}
          </button>
        </form>
      </td>`
    }
  </tr>`;
}

function nameOf({ keyId, keyName }: BudgetState): string {
  return keyId === '' ? 'Workspace' : (keyName ?? 'Removed key');
}

function setDialog(view: PageView): Html {
  const problem = problemOf(view, budgetForm);
  const { rows } = pageServiceKeys(view.service.store, view.workspace.id, { limit: offeredKeys });
  return dialog({
    id: budgetForm,
    title: 'Set Budget',
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/spending/set-budget')}">
      ${problem && problemNotice(problem.words)}
      ${choiceField({
        id: 'budget-key',
        name: 'keyId',
        label: 'For',
        value: problem?.values['keyId'],
        options: [['', 'The whole workspace'], ...rows.map(({ id, name }) => [id, name] as const)],
        focus: true,
      })}
      ${choiceField({
        id: 'budget-period',
        name: 'period',
        label: 'Period',
        value: problem?.values['period'] ?? 'month',
        options: budgetPeriods.map(period => [period, `A ${period}`] as const),
      })}
      ${textField({
        id: 'budget-dollars',
        name: 'dollars',
        label: 'US dollars',
        help: 'For example 20. Models without a known price are refused once there is a budget.',
        value: problem?.values['dollars'],
        required: true,
      })}
      <div class="dialog-actions">${cancelButton(budgetForm)} <button class="primary">Save</button></div>
    </form>`,
  });
}
