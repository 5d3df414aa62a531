import type { Usage } from '../../inference/api/answer.ts';
import type { Estimate } from '../runProgress.ts';
import type { RunRecord } from '../runRecord.ts';
import type { RunRow } from '../runRow.ts';
import { guessUsage } from './guessUsage.ts';
import { noUsage } from '../usage.ts';
import { dollars, type Price } from '../../base/dollars.ts';

/** Texts that are read at most to guess how many tokens answers take. */
const mostRead = 20;

/** Places of open rows spread over the whole run, at most `count`: to be asked for an estimate. */
export function sampleRows(record: Pick<RunRecord, 'rows'>, count = 5): number[] {
  const open = record.rows.filter(row => row.state === 'open');
  const picks = Math.min(count, open.length);
  return Array.from(
    { length: picks },
    (_, pick) => open[Math.floor(((pick + 0.5) * open.length) / picks)]?.index ?? 0,
  );
}

/**
 * What the rows that are still open will take, drawn from all answers that are there; `undefined` where there is none.
 * Pictures that turn out to have been described already, or to be the same, cost nothing and make it less.
 * @param most Questions at the same time.
 */
export async function estimateRest(
  record: Pick<RunRecord, 'rows' | 'question' | 'description'>,
  { price, most = 1 }: { price?: Price | undefined; most?: number } = {},
): Promise<Estimate | undefined> {
  const open = record.rows.filter(({ state }) => ['open', 'waiting', 'asking'].includes(state)).length;
  const answered = record.rows.filter(({ state }) => state === 'described');
  if (answered.length === 0) return undefined;
  const counted = answered.flatMap(({ usage }) => usage ?? []);
  const usages = counted.length > 0 ? counted : await guessed(record, answered);
  const usage: Usage = {
    inputTokens: Math.round(open * mean(usages.map(({ inputTokens }) => inputTokens))),
    outputTokens: Math.round(open * mean(usages.map(({ outputTokens }) => outputTokens))),
  };
  const times = answered.flatMap(({ seconds }) => seconds ?? []);
  const each = mean(times);
  return {
    answers: answered.length,
    ...usage,
    ...(times.length === 0 ? {} : { seconds: open === 0 ? 0 : Math.max(each, (open * each) / most) }),
    ...(price === undefined ? {} : { money: dollars(usage, price) }),
    ...(price === undefined || (price.inBatch ?? 1) === 1
      ? {}
      : { batchMoney: dollars(noUsage, price, usage) }),
    ...(counted.length > 0 ? {} : { guessed: true }),
  };
}

async function guessed(
  record: Pick<RunRecord, 'question' | 'description'>,
  rows: readonly RunRow[],
): Promise<Usage[]> {
  const read = await Promise.all(rows.slice(0, mostRead).map(({ index }) => record.description(index)));
  return read.flatMap(found =>
    found === undefined ? [] : [guessUsage(record.question, { size: found, text: found.answered })],
  );
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
