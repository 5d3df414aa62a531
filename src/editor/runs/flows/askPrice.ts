import { t } from '../../../base/l10n.ts';
import type { Price } from '../../../base/dollars.ts';
import { runPrice } from '../../../inference/prices/modelPrice.ts';
import type { RunQuestion } from '../../../runs/runQuestion.ts';
import { isAmount, priceSet } from '../../modelPrices.ts';
import { readSetting, writeSetting } from '../../settings.ts';
import { showInputBox } from '../../dialogs/quickInput.ts';

/** What a question costs: the price that the person set, else the listed one, and less in batches where that is known of the provider. */
export function priceOf({ model, provider }: Pick<RunQuestion, 'model' | 'provider'>): Price | undefined {
  return runPrice({ provider, model }, priceSet(model));
}

/** Asks what a model costs and keeps it in the person's settings. An empty box takes the price away. */
export async function askPrice(model: string): Promise<void> {
  const before = priceSet(model);
  const input = await askAmount(`${model} (1/2)`, t('of input, including images'), before?.input);
  if (input === undefined) return;
  const { [model]: _, ...others } = readSetting('runs.prices');
  if (input === 'none') return writeSetting('runs.prices', others);
  const output = await askAmount(`${model} (2/2)`, t('of output'), before?.output);
  if (output === undefined) return;
  await writeSetting('runs.prices', output === 'none' ? others : { ...others, [model]: { input, output } });
}

async function askAmount(
  title: string,
  what: string,
  before: number | undefined,
): Promise<number | 'none' | undefined> {
  const text = await showInputBox({
    title: t('Price of {title}', { title }),
    prompt: t('US dollars per million tokens {what}. Leave empty to remove the price.', { what }),
    placeHolder: t('For example 0.4'),
    ...(before === undefined ? {} : { value: String(before) }),
    validateInput: value =>
      value.trim() === '' || isAmount(amountOf(value)) ? undefined : t('Enter a number, for example 0.4.'),
  });
  if (text === undefined) return undefined;
  return text.trim() === '' ? 'none' : amountOf(text);
}

function amountOf(text: string): number {
  return Number(text.trim().replace(/^\$/, '').replace(',', '.'));
}
