import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import type { RunView } from '../../protocol/run.ts';
import { Button } from '../shared/buttons.tsx';
import { useRun } from './runContext.ts';

/** Two questions side by side, one of which becomes the run's. */
export function ComparisonBar({ run }: { run: RunView }): VNode | null {
  const { post } = useRun();
  const { comparedWith, model, prompt } = run;
  if (!comparedWith) return null;
  const sides = [
    { side: 'this', title: t('This'), label: t('Use This'), model, prompt },
    { side: 'other', title: t('Other'), label: t('Use Other'), ...comparedWith },
  ] as const;
  return (
    <section class="comparison" aria-label={t('Comparison')}>
      {sides.map(({ side, title, label, model, prompt }) => (
        <div key={side} class="side">
          <p class="side-title">
            {title}: <bdi>{model}</bdi>
          </p>
          <p class="side-prompt" dir="auto" title={prompt}>
            {prompt}
          </p>
          <Button label={label} secondary={side === 'other'} onClick={() => post({ type: 'choose', side })} />
        </div>
      ))}
    </section>
  );
}
