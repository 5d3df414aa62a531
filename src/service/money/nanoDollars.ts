import type { Price } from '../../base/dollars.ts';
import type { TokenCount } from './tokenCount.ts';

/* Money is counted in whole billionths of a dollar: a token's price in dollars per million, with three digits, is a whole
   number of them, so that sums are exact. */

const perDollar = 1e9;
/** No single answer counts as more: a number of tokens is what a provider says. Ten thousand dollars. */
const mostOfAnswer = 1e4 * perDollar;

/** Billionths of a dollar. */
export function nanoDollars(dollars: number): number {
  return Math.round(dollars * perDollar);
}

/** Dollars, for people. */
export function inDollars(nano: number): number {
  return nano / perDollar;
}

/** What tokens cost, in billionths of a dollar, rounded up. */
export function costOf({ inputTokens, outputTokens }: TokenCount, { input, output }: Price): number {
  const cost = inputTokens * perToken(input) + outputTokens * perToken(output);
  return Math.min(Math.ceil(cost), mostOfAnswer);
}

function perToken(dollarsPerMillion: number): number {
  return Math.round(dollarsPerMillion * 1e6) / 1e3;
}
