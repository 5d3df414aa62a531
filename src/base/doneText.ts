import { t } from './l10n.ts';

/** How many of something came to one of its two ends. */
export interface DoneCounts {
  all: number;
  described: number;
  failed: number;
}

/** How far a run is, in the one sentence that is said everywhere: `8 of 25 done (2 failed)`; what failed is done, too. */
export function doneText({ all, described, failed }: DoneCounts): string {
  const done = described + failed;
  return failed === 0
    ? t('{done} of {all} done', { done, all })
    : t('{done} of {all} done ({failed} failed)', { done, all, failed });
}
