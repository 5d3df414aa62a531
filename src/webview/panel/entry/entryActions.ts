import type { Entry, EntryStatus } from '../../../protocol/conversation.ts';
import type { EntryAction } from '../../../protocol/panel.ts';

/** What the toolbar of an entry offers: what the host does, and what the panel shows itself. Stop stands beside the progress. */
export type EntryButton = Exclude<EntryAction, 'stop' | 'restore' | 'openAsText'> | 'showSent';

/** Label and icon of each action. */
export const entryButtons: Record<EntryButton, { label: string; icon: string }> = {
  copy: { label: 'Copy', icon: 'copy' },
  insert: { label: 'Insert at Cursor', icon: 'insert' },
  replaceSelection: { label: 'Replace Selection', icon: 'replace' },
  openAsDocument: { label: 'Open as Document', icon: 'go-to-file' },
  followUp: { label: 'Follow Up', icon: 'reply' },
  edit: { label: 'Edit and Resend', icon: 'edit' },
  retry: { label: 'Retry', icon: 'refresh' },
  showSent: { label: 'What Was Sent', icon: 'inspect' },
  remove: { label: 'Remove', icon: 'trash' },
};

/** Whether an answer is still on its way. */
export function isRunning(status: EntryStatus): boolean {
  return status === 'preparing' || status === 'waiting' || status === 'streaming';
}

/** The actions that fit an entry now, in the order of the toolbar. */
export function fittingButtons(
  entry: Pick<Entry, 'status' | 'fromSelection'> & { hasText: boolean },
): EntryButton[] {
  const whenDone = (...buttons: EntryButton[]) => (isRunning(entry.status) ? [] : buttons);
  const withText = (...buttons: EntryButton[]) => (entry.hasText ? buttons : []);
  return [
    ...withText('copy', ...whenDone('insert')),
    ...(entry.fromSelection ? withText(...whenDone('replaceSelection')) : []),
    ...withText(...whenDone('openAsDocument', 'followUp')),
    ...whenDone('edit', 'retry'),
    ...(entry.status === 'preparing' ? [] : (['showSent'] as const)),
    ...whenDone('remove'),
  ];
}
