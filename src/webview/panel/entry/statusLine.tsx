import { t } from '../../../base/l10n.ts';
import { formatSeconds } from '../../../base/localFormat.ts';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { EntryStatus } from '../../../protocol/conversation.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { StopButton } from './stopButton.tsx';
import { isRunning } from './entryActions.ts';
import { useSeconds } from './useSeconds.ts';

export const statusMarks: Record<Exclude<EntryStatus, 'complete'>, { icon: string; text: string }> = {
  preparing: { icon: 'loading', text: t('Preparing images') },
  waiting: { icon: 'loading', text: t('Waiting for answer') },
  streaming: { icon: 'loading', text: t('Answering') },
  incomplete: { icon: 'warning', text: t('The answer was truncated') },
  failed: { icon: 'error', text: t('Request failed') },
  stopped: { icon: 'circle-slash', text: t('Stopped') },
};

/**
 * How far the answer is, in words and with an icon; how long the person has been waiting, and Stop, which goes with it: what
 * follows lies elsewhere. Nothing once the answer is complete.
 */
export function StatusLine({
  entryId,
  status,
  startedAt,
  thinking,
}: {
  entryId: string;
  status: EntryStatus;
  startedAt: number | undefined;
  /** The model has written nothing yet but what it thinks. */
  thinking: boolean;
}): VNode | null {
  const running = isRunning(status);
  const now = useSeconds(running);
  const seenSince = useRef<number | undefined>(undefined);
  if (!running) seenSince.current = undefined;
  else seenSince.current ??= Date.now();

  if (status === 'complete') return null;
  // One of many that are asked a few at a time.
  const queued = status === 'preparing' && startedAt === undefined;
  const { icon, text } = queued
    ? { icon: 'clock', text: t('Queued') }
    : thinking && status === 'streaming'
      ? { icon: 'loading', text: t('Thinking') }
      : statusMarks[status];
  const seconds = Math.floor((now - (startedAt ?? seenSince.current ?? now)) / 1000);
  return (
    <p class={`status ${status}`}>
      <Codicon name={icon} spin={running && !queued} />
      <span>{running && !queued ? `${text}…` : text}</span>
      {running && !queued && seconds >= 2 && <span class="elapsed">{formatSeconds(seconds)}</span>}
      {running && !queued && <StopButton entryId={entryId} />}
    </p>
  );
}
