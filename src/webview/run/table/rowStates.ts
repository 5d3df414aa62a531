import { t } from '../../../base/l10n.ts';
import type { RowView } from '../../../protocol/run.ts';

/** Icon and word of each state. */
export const rowStates: Record<RowView['state'], { icon: string; word: string }> = {
  open: { icon: 'circle-large-outline', word: t('Pending') },
  waiting: { icon: 'clockface', word: t('Queued') },
  asking: { icon: 'loading', word: t('In progress') },
  submitted: { icon: 'cloud-upload', word: t('In batch') },
  described: { icon: 'pass', word: t('Described') },
  failed: { icon: 'error', word: t('Failed') },
};

/** What else is to be said of a row: that a person changed or accepted it. */
export function rowMarks({ edited, accepted }: RowView): { icon: string; word: string }[] {
  return [
    ...(edited ? [{ icon: 'edit', word: t('Edited') }] : []),
    ...(accepted ? [{ icon: 'thumbsup', word: t('Accepted') }] : []),
  ];
}
