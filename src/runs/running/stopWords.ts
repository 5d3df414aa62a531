import type { RunProgress } from '../runProgress.ts';
import type { RunRow } from '../runRow.ts';
import { pictures } from '../runWords.ts';
import type { SessionEnd } from './session.ts';

/** Why a run stopped and how much is left, in words. */
export function stopWords(
  { ending, failure }: SessionEnd,
  rows: readonly RunRow[],
): Pick<RunProgress, 'message' | 'hint'> {
  const count = rows.filter(({ state }) => state === 'open').length;
  const left = `${pictures(count)} ${count === 1 ? 'is' : 'are'} left.`;
  switch (ending) {
    case 'done':
      return {};
    case 'cancelled':
      return { message: `Stopped: ${left}` };
    case 'capReached':
      return {
        message: `The next answer could go beyond the spending cap. ${left}`,
        hint: 'Raise the cap, and resume the run.',
      };
    case 'failed':
      return {
        message: [failure?.message, left].join(' '),
        ...(failure?.hint === undefined ? {} : { hint: failure.hint }),
      };
  }
}
