import type { Prices } from '../base/dollars.ts';
import { readSetting } from './settings.ts';

/** What models cost, by their names: the prices of the settings that are amounts. */
export function modelPrices(): Prices {
  return Object.fromEntries(
    Object.entries(readSetting('runs.prices')).filter(
      ([, { input, output }]) => isAmount(input) && isAmount(output),
    ),
  );
}

/** Whether it can be a price. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
