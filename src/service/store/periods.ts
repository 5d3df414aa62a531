/** The spans of time that a budget is for; they begin at midnight in UTC, weeks on Mondays. */
export const budgetPeriods = ['day', 'week', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

const dayMs = 24 * 60 * 60 * 1000;

/** Days since 1970, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** The day as `2026-11-30`. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The first day of the period that `at` lies in. */
export function firstDay(period: BudgetPeriod, at: number): number {
  const day = dayOf(at);
  if (period === 'day') return day;
  // The first day of 1970 was a Thursday.
  if (period === 'week') return day - ((day + 3) % 7);
  const date = new Date(at);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** When the period ends that `at` lies in, and the next begins: milliseconds since 1970. */
export function endOf(period: BudgetPeriod, at: number): number {
  if (period !== 'month') return (firstDay(period, at) + (period === 'day' ? 1 : 7)) * dayMs;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
