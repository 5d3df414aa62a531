import { formatNumber } from './format.ts';

/** How many of something came to one of its two ends. */
export interface DoneCounts {
  all: number;
  described: number;
  failed: number;
}

/** How far a run is, in the one sentence that is said everywhere: `8 of 25 done (2 failed)`; what failed is done, too. */
export function doneText({ all, described, failed }: DoneCounts): string {
  const failures = failed === 0 ? '' : ` (${formatNumber(failed)} failed)`;
  return `${formatNumber(described + failed)} of ${formatNumber(all)} done${failures}`;
}
