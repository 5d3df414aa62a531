import type { RowFilter, RunView } from '../../../protocol/run.ts';

export const filterWords: Record<RowFilter, string> = {
  compared: 'Compared',
  all: 'All',
  described: 'Described',
  failed: 'Failed',
  open: 'Open',
  edited: 'Edited',
  accepted: 'Accepted',
  unaccepted: 'Not accepted',
};

/** The filters that fit a run, each with how many rows it lets through. */
export function filterCounts({ counts, comparedWith }: RunView): [RowFilter, number][] {
  const { all, described, failed, edited, accepted, compared = 0 } = counts;
  return [
    ...(comparedWith ? [['compared', compared] as [RowFilter, number]] : []),
    ['all', all],
    ['described', described],
    ['failed', failed],
    ['open', Math.max(0, all - described - failed)],
    ['edited', edited],
    ['accepted', accepted],
    ['unaccepted', Math.max(0, described - accepted)],
  ];
}

/** What stands in the place of a table without rows. */
export function emptyWords(
  run: RunView,
  { filter, search }: { filter: RowFilter; search: string },
): { title: string; hint?: string } {
  if (search !== '') return { title: `No picture matches “${search}”` };
  switch (filter) {
    case 'all':
      return {
        title: 'There are no pictures here',
        hint:
          run.counts.skipped > 0
            ? 'All files that were found are of kinds that Sightline does not read.'
            : 'Choose another folder by Describe Folder…',
      };
    case 'described':
      return { title: 'No picture is described yet' };
    case 'failed':
      return { title: 'Nothing failed' };
    case 'open':
      return run.counts.all === 0
        ? { title: 'There are no pictures here' }
        : { title: 'Nothing is open', hint: 'Every picture is described or failed.' };
    case 'edited':
      return { title: 'No description was edited' };
    case 'accepted':
      return { title: 'No description is accepted yet', hint: 'Select a row and press A to accept it.' };
    case 'unaccepted':
      return run.counts.described === 0
        ? { title: 'No picture is described yet' }
        : { title: 'Every description is accepted' };
    case 'compared':
      return { title: 'No picture is compared yet' };
    default:
      return filter satisfies never;
  }
}
