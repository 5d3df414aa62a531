import type { RowView } from '../../../protocol/run.ts';

/** Icon and word of each state. */
export const rowStates: Record<RowView['state'], { icon: string; word: string }> = {
  open: { icon: 'circle-large-outline', word: 'Pending' },
  waiting: { icon: 'clockface', word: 'Queued' },
  asking: { icon: 'loading', word: 'In progress' },
  submitted: { icon: 'cloud-upload', word: 'In batch' },
  described: { icon: 'pass', word: 'Described' },
  failed: { icon: 'error', word: 'Failed' },
};

/** What else is to be said of a row: that a person changed or accepted it. */
export function rowMarks({ edited, accepted }: RowView): { icon: string; word: string }[] {
  return [
    ...(edited ? [{ icon: 'edit', word: 'Edited' }] : []),
    ...(accepted ? [{ icon: 'thumbsup', word: 'Accepted' }] : []),
  ];
}
