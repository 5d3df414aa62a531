import { listedPrices, priceListDate } from '../../../inference/prices/priceList.ts';
import { listPrices } from '../../store/prices.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { textField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead } from '../markup/layout.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, may, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog that sets a price, and the name under which its form is refused. */
export const priceForm = 'set-price';

/** What models cost: the owner's own prices, and the list that counts for all others. */
export function priceSection(view: PageView): Html {
  const own = listPrices(view.service.store, view.workspace.id);
  const manage = may(view, 'managePrices');
  const replaced = new Set(own.map(({ model }) => model));
  const listed = listedPrices().filter(({ model }) => !replaced.has(model));
  return html`<section aria-labelledby="prices">
    ${sectionHead({
      id: 'prices',
      title: 'Prices',
      words: html`US dollars per million tokens. Listed prices are of
        <time datetime="${priceListDate}">${priceListDate}</time>; your own prices replace them.`,
      actions: manage && opener({ dialog: priceForm, content: html`${icon('plus')}Set Price` }),
    })}
    ${own.length > 0 && ownTable(view, own, manage)}
    <details>
      <summary>Listed prices</summary>
      <table class="cards">
        ${head(false)}
        <tbody>
          ${listed.map(price => priceRow(price))}
        </tbody>
      </table>
    </details>
    ${manage && setDialog(view)}
  </section>`;
}

function ownTable(view: PageView, own: ReturnType<typeof listPrices>, manage: boolean): Html {
  return html`<table class="cards">
    ${head(manage)}
    <tbody>
      ${own.map(price =>
        priceRow(
          price,
          manage &&
            html`<td class="row-actions">
              <form class="inline" method="post" action="${link(view, '/settings/spending/remove-price')}">
                <input type="hidden" name="model" value="${price.model}" />
                <button
                  class="icon-button danger"
                  aria-label="Remove the price of ${price.model}"
                  title="Remove"
                >
                  ${icon('trash')}
                </button>
              </form>
            </td>`,
        ),
      )}
    </tbody>
  </table>`;
}

function head(withActions: boolean): Html {
  return html`<thead>
    <tr>
      <th scope="col">Model</th>
      <th scope="col" class="number">Input</th>
      <th scope="col" class="number">Output</th>
      ${withActions && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
    </tr>
  </thead>`;
}

function priceRow(
  { model, input, output }: { model: string; input: number; output: number },
  actions: Html | false = false,
): Html {
  return html`<tr>
    <th scope="row"><code>${model}</code></th>
    <td data-label="Input" class="number">$${String(input)}</td>
    <td data-label="Output" class="number">$${String(output)}</td>
    ${actions}
  </tr>`;
}

function setDialog(view: PageView): Html {
  const problem = problemOf(view, priceForm);
  return dialog({
    id: priceForm,
    title: 'Set Price',
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/spending/set-price')}">
      ${problem && problemNotice(problem.words)}
      ${textField({
        id: 'price-model',
        name: 'model',
        label: 'Model',
        help: 'As provider/model, for example openai/gpt-4.1-mini.',
        value: problem?.values['model'],
        required: true,
        focus: true,
      })}
      ${textField({
        id: 'price-input',
        name: 'input',
        label: 'US dollars per million input tokens',
        value: problem?.values['input'],
        required: true,
      })}
      ${textField({
        id: 'price-output',
        name: 'output',
        label: 'US dollars per million output tokens',
        value: problem?.values['output'],
        required: true,
      })}
      <div class="dialog-actions">${cancelButton(priceForm)} <button class="primary">Save</button></div>
    </form>`,
  });
}
