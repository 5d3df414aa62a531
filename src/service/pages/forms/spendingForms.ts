import { budgetListShape, savePriceShape, successShape } from '../../../platform/shapes.ts';
import { budgetForm } from '../settings/budgetSection.ts';
import { priceForm } from '../settings/priceSection.ts';
import { spendingTab } from '../settings/spendingTab.ts';
import { settingsLink } from '../view.ts';
import { done, pathOf } from './form.ts';
import type { Form } from './form.ts';

/** The forms of Settings > Spending. */
export const spendingForms: readonly Form[] = [
  {
    path: '/settings/spending/set-budget',
    page: spendingTab,
    name: () => budgetForm,
    keep: ['keyId', 'period', 'dollars'],
    send: async (values, call, view) => {
      const body = {
        keyId: values('keyId') || undefined,
        period: values('period'),
        dollars: amount(values('dollars')),
      };
      await call({ method: 'PUT', path: '/api/budgets', body }, budgetListShape);
      return { to: settingsLink(view, 'spending'), flash: done('The budget is set.') };
    },
  },
  {
    path: '/settings/spending/remove-budget',
    page: spendingTab,
    send: async (values, call, view) => {
      await call({ method: 'DELETE', path: pathOf`/api/budgets/${values('budgetId')}` }, successShape);
      return { to: settingsLink(view, 'spending'), flash: done('The budget is removed.') };
    },
  },
  {
    path: '/settings/spending/set-price',
    page: spendingTab,
    name: () => priceForm,
    keep: ['model', 'input', 'output'],
    send: async (values, call, view) => {
      const body = {
        model: values('model'),
        input: amount(values('input')),
        output: amount(values('output')),
      };
      const { model } = await call({ method: 'PUT', path: '/api/prices', body }, savePriceShape);
      return { to: settingsLink(view, 'spending'), flash: done(`The price of ${model} is set.`) };
    },
  },
  {
    path: '/settings/spending/remove-price',
    page: spendingTab,
    send: async (values, call, view) => {
      const model = values('model');
      await call({ method: 'DELETE', path: '/api/prices', query: { model } }, successShape);
      return { to: settingsLink(view, 'spending'), flash: done(`The price of ${model} is removed.`) };
    },
  },
];

/** What was typed as a number; what is none is left to the API to refuse. */
function amount(text: string): number | string {
  const plain = text.trim().replace(/^\$/, '').replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}
