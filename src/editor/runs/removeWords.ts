import { plural } from '../../base/format.ts';
import type { RunSummary } from '../../runs/runRecord.ts';

/** What the person is asked before a run is removed, and what would go with it. */
export function removeWords(
  { title, counts }: Pick<RunSummary, 'title' | 'counts'>,
  { withProvider = false }: { /** Batches of it are not fetched yet. */ withProvider?: boolean } = {},
): { message: string; detail: string } {
  return {
    message: `Remove the run of “${title}”?`,
    detail: [
      `The list of its ${plural(counts.all, 'picture')} goes${counts.failed === 0 ? '' : ', with why some failed'}.`,
      ...(counts.described === 0
        ? []
        : [
            'Its answers stay, your edits too: they are paid for, and a new run that asks the same finds them again.',
          ]),
      'Pictures and exported files are not touched.',
      ...(withProvider
        ? [
            'The provider still has a batch of it, whose answers would be lost: to have them, open the run first.',
          ]
        : []),
    ].join(' '),
  };
}
