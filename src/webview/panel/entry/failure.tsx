import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { counted, t } from '../../../base/l10n.ts';
import { formatClock } from '../../../base/localFormat.ts';
import { buttonLabels } from '../../../protocol/buttonLabels.ts';
import type { EntryError, EntryStatus } from '../../../protocol/conversation.ts';
import { Button } from '../../shared/buttons.tsx';
import { Codicon } from '../../shared/codicon.tsx';
import { usePanel } from '../panelContext.ts';
import { noAnswer } from '../panelState.ts';
import { statusMarks } from './statusLine.tsx';
import { useSeconds } from './useSeconds.ts';

interface FailureProps {
  entryId: string;
  status: EntryStatus;
  error: EntryError;
  /** Some of the answer came. */
  hasText: boolean;
}

/** Why there is no whole answer, and what can be done about it. */
export function EntryFailure({ entryId, status, error, hasText }: FailureProps): VNode {
  const { icon, text } = statusMarks[status === 'incomplete' ? status : 'failed'];
  const { post } = usePanel();
  const retryAt = error.remedies.includes('retry') ? (error.retryAt ?? 0) : 0;
  const [now, waiting] = useCountdown(retryAt);
  return (
    <div class={`failure ${status}`}>
      <Codicon name={icon} />
      <div>
        <p class="title">{status === 'incomplete' && !hasText ? noAnswer : text}</p>
        <p dir="auto">{error.message}</p>
        {error.hint !== undefined && (
          <p class="hint" dir="auto">
            {error.hint}
          </p>
        )}
        {error.tried && <Tried {...error.tried} />}
        {error.remedies.length > 0 && (
          <div class="remedies">
            {error.remedies.map((remedy, index) => {
              const later = remedy === 'retry' && waiting;
              const seconds = Math.ceil((retryAt - now) / 1000);
              return (
                <Button
                  key={remedy}
                  label={later ? t('Retry in {seconds} s', { seconds }) : buttonLabels[remedy]}
                  secondary={index > 0}
                  disabled={later}
                  onClick={() => post({ type: 'remedy', id: entryId, remedy })}
                />
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}

/** The attempts that failed, in one line; why the earlier ones did is folded. */
function Tried({ count, at, earlier }: NonNullable<EntryError['tried']>): VNode {
  const words = counted(count, 'Tried {count} time, last at {time}', 'Tried {count} times, last at {time}', {
    time: formatClock(at),
  });
  const [open, setOpen] = useState(false);
  if (earlier === undefined) return <p class="hint">{words}</p>;
  return (
    <details class="tried hint" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <Codicon name={open ? 'chevron-down' : 'chevron-right'} /> {words}
      </summary>
      <p dir="auto">{t('Before that: {earlier}', { earlier })}</p>
    </details>
  );
}

function useCountdown(until: number): [now: number, waiting: boolean] {
  const now = useSeconds(until > Date.now());
  return [now, until > now];
}
