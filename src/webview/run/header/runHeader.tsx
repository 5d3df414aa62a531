import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import type { RunPageMessage, RunView } from '../../../protocol/run.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { isBusy, phaseOf } from '../text/phaseText.ts';
import { countText, lookingText, rateText } from '../text/progressText.ts';
import { ButtonRow } from './buttonRow.tsx';
import { ProgressBar } from './progressBar.tsx';
import { runButtons } from './runButtons.ts';
import { WaitHint } from './waitHint.tsx';

interface RunHeaderProps {
  run: RunView;
  post: (message: RunPageMessage) => void;
}

/** What the run is, how far it is, and what can be done with it. */
export function RunHeader({ run, post }: RunHeaderProps): VNode {
  const { icon, word } = phaseOf(run);
  return (
    <header class="run-head">
      <div class="title-row">
        <h1 dir="auto" title={run.title}>
          {run.title}
        </h1>
        <p class="phase">
          <Codicon name={icon} spin={isBusy(run.phase)} />
          {word}
        </p>
      </div>
      <ButtonRow buttons={runButtons(run)} post={post} />
      <ProgressBar counts={run.counts} />
      <ul class="facts" aria-label={t('Progress details')}>
        {[...countText(run.counts), ...rateText(run)].map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {run.looked !== undefined && (
        <p class="message">
          <Codicon name="loading" spin />
          <span>{lookingText(run.looked, run.counts)}</span>
        </p>
      )}
      {run.message !== undefined && (
        <p class={`message ${run.phase}`}>
          <Codicon name={run.phase === 'stopped' ? 'warning' : 'info'} />
          <span dir="auto">
            {sentence(run.message)} {run.hint !== undefined && <span class="hint">{run.hint}</span>}{' '}
            {run.waitSeconds !== undefined && <WaitHint seconds={run.waitSeconds} />}
          </span>
        </p>
      )}
    </header>
  );
}

/** With a stop, which words of a provider may lack. */
function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
