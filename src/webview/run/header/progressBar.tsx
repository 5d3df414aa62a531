import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import type { RunView } from '../../../protocol/run.ts';
import { countText, progressParts } from '../text/progressText.ts';

/** How much is described, failed and being worked on, of the whole. */
export function ProgressBar({ counts }: { counts: RunView['counts'] }): VNode {
  const parts = progressParts(counts);
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={t('Progress of the run')}
      aria-valuemin={0}
      aria-valuemax={counts.all}
      aria-valuenow={counts.described + counts.failed}
      aria-valuetext={countText(counts).join(', ')}
    >
      {(['described', 'failed', 'working'] as const).map(part => (
        <span key={part} class={part} style={{ width: `${parts[part] * 100}%` }} />
      ))}
    </div>
  );
}
