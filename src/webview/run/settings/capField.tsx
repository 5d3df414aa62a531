import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RunPageMessage, RunView } from '../../../protocol/run.ts';
import { parseCap } from './parseCap.ts';
import { useTypedText } from './useTypedText.ts';

interface CapFieldProps {
  run: RunView;
  disabled: boolean;
  post: (message: RunPageMessage) => void;
}

/** What the run may spend, in the unit of the view. */
export function CapField({ run: { cap, capUnit: unit, price }, disabled, post }: CapFieldProps): VNode {
  const [wrong, setWrong] = useState(false);
  const box = useTypedText(cap ? String(cap.amount) : '', text => {
    const parsed = parseCap(text, unit);
    setWrong(parsed === undefined);
    if (parsed) post({ type: 'setCap', ...parsed });
  });
  return (
    <div class="cap">
      <input
        id="cap"
        type="text"
        inputMode="decimal"
        aria-describedby="cap-unit"
        aria-invalid={wrong}
        placeholder={t('None')}
        disabled={disabled}
        {...box}
      />
      <span id="cap-unit" role={wrong ? 'alert' : undefined} class={wrong ? 'wrong' : 'muted'}>
        {wrong
          ? t('Enter an amount in {unit} above zero, or leave empty.', { unit: unitLabels[unit] })
          : [
              t('{unit}. The run stops before it exceeds this.', { unit: unitLabels[unit] }),
              ...(unit !== 'dollars' && price ? [t('Clear the field to enter US dollars instead.')] : []),
            ].join(' ')}
      </span>
    </div>
  );
}

const unitLabels = { dollars: t('US dollars'), tokens: t('tokens'), images: t('images') };
