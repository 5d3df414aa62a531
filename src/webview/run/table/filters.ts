import { t } from '../../../base/l10n.ts';
import type { RowFilter, RunView } from '../../../protocol/run.ts';

export const filterLabels: Record<RowFilter, string> = {
  compared: t('Compared'),
  all: t('All'),
  described: t('Described'),
  failed: t('Failed'),
  open: t('Pending'),
  edited: t('Edited'),
  accepted: t('Accepted'),
  unaccepted: t('Not accepted'),
};

/**
 * The filters that tell rows of a run apart, each with how many it lets through: some, and not all. `now`, the one that is
 * chosen, is always among them.
 */
export function filterCounts({ counts, comparedWith }: RunView, now: RowFilter): [RowFilter, number][] {
  const { all, described, failed, edited, accepted, compared = 0 } = counts;
  const filters: [RowFilter, number][] = [
    ['described', described],
    ['failed', failed],
    ['open', Math.max(0, all - described - failed)],
    ['edited', edited],
    ['accepted', accepted],
    // Before anything is accepted, that is what is described.
    ['unaccepted', accepted === 0 ? 0 : Math.max(0, described - accepted)],
  ];
  return [
    ...(comparedWith ? [['compared', compared] as [RowFilter, number]] : []),
    ['all', all],
    ...filters.filter(([filter, number]) => filter === now || (number > 0 && number < all)),
  ];
}

/** What stands in the place of a table without rows. */
export function emptyText(
  run: RunView,
  { filter, search }: { filter: RowFilter; search: string },
): { title: string; hint?: string } {
  if (search !== '') return { title: t('No image matches “{search}”', { search }) };
  switch (filter) {
    case 'all':
      return {
        title: t('There are no images in this run'),
        hint:
          run.counts.skipped > 0
            ? t('None of the files found is in a supported image format.')
            : t('Run Describe Folder… to choose another folder.'),
      };
    case 'described':
      return { title: t('No images are described yet') };
    case 'failed':
      return { title: t('No images failed') };
    case 'open':
      return run.counts.all === 0
        ? { title: t('There are no images in this run') }
        : { title: t('No images are pending'), hint: t('Every image is described or failed.') };
    case 'edited':
      return { title: t('No descriptions are edited') };
    case 'accepted':
      return {
        title: t('No descriptions are accepted yet'),
        hint: t('Select a row and press A to accept it.'),
      };
    case 'unaccepted':
      return run.counts.described === 0
        ? { title: t('No images are described yet') }
        : { title: t('All descriptions are accepted') };
    case 'compared':
      return { title: t('No images are compared yet') };
    default:
      return filter satisfies never;
  }
}
