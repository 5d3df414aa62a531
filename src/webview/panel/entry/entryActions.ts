import { t } from '../../../base/l10n.ts';
import type { Entry, EntryStatus } from '../../../protocol/conversation.ts';
import type { EntryAction } from '../../../protocol/panel.ts';

/** What the toolbar of an entry offers: what the host does, and what the panel shows itself. Stop stands beside the progress. */
export type EntryButton = Exclude<EntryAction, 'stop' | 'restore' | 'openAsText'> | 'showSent';

/** Label and icon of each action. */
export const entryButtons: Record<EntryButton, { label: string; icon: string }> = {
  copy: { label: t('Copy'), icon: 'copy' },
  insert: { label: t('Insert at Cursor'), icon: 'insert' },
  replaceSelection: { label: t('Replace Selection'), icon: 'replace' },
  openAsDocument: { label: t('Open as Document'), icon: 'go-to-file' },
  followUp: { label: t('Follow Up'), icon: 'reply' },
  edit: { label: t('Edit and Resend'), icon: 'edit' },
  retry: { label: t('Retry'), icon: 'refresh' },
  showSent: { label: t('What Was Sent'), icon: 'inspect' },
  remove: { label: t('Remove'), icon: 'trash' },
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
