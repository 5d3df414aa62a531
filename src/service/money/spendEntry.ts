import type { SpendRow } from '../store/spend.ts';
import { inDollars } from './nanoDollars.ts';
import { dayText } from '../store/periods.ts';

/** What was spent on a day with a key and a model, as it is told. */
export function spendEntry({ day, nano, memberName, memberId: _, ...row }: SpendRow) {
  return { ...row, day: dayText(day), member: memberName, dollars: inDollars(nano) };
}
