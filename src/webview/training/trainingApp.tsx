import { useEffect, useMemo, useState } from 'preact/hooks';
import { counted, t } from '../../base/l10n.ts';
import { trainingStates } from '../../base/trainingStates.ts';
import { formatValue } from '../../curves/curveChart.js';
import { mostRuns, type ShownTrainingRun, type TrainingHostMessage } from '../../protocol/training.ts';
import { Codicon } from '../shared/codicon.tsx';
import { MetricChart } from './metricChart.tsx';
import { metricsOf, type Metric } from './metrics.ts';
import { listen, post } from './trainingApi.ts';

const whole = new Intl.NumberFormat('en');

/** The page of training runs: their states, a chart for each metric, and the last values as a table. */
export function TrainingApp() {
  const [{ runs, failure }, setShown] = useState<Partial<TrainingHostMessage>>({});
  useEffect(() => {
    const stop = listen(setShown);
    post({ type: 'ready' });
    return stop;
  }, []);
  const metrics = useMemo(() => metricsOf(runs ?? []), [runs]);
  if (runs === undefined) return <main class="training" aria-busy="true" />;
  const names = runs.map(({ name }) => name);
  return (
    <main class="training">
      <header>
        <h1>{runs.length === 1 ? names[0] : t('Training runs')}</h1>
        <div class="training-actions">
          <button
            type="button"
            class="text-button"
            disabled={runs.length >= mostRuns}
            title={
              runs.length >= mostRuns
                ? t('At most {mostRuns} runs are shown side by side', { mostRuns })
                : undefined
            }
            onClick={() => post({ type: 'compare' })}
          >
            <Codicon name="git-compare" />
            {t('Compare With…')}
          </button>
          <button type="button" class="text-button" onClick={() => post({ type: 'openInBrowser' })}>
            <Codicon name="link-external" />
            {t('Open in Browser')}
          </button>
        </div>
      </header>
      <RunList runs={runs} />
      <p class="training-state" role="status">
        {failure ?? stateText(runs, metrics)}
      </p>
      <section class="charts" aria-label={t('Curves')}>
        {metrics.map(metric => (
          <MetricChart key={metric.name} metric={metric} runs={names} />
        ))}
      </section>
      {metrics.length > 0 && <LastValues runs={runs} metrics={metrics} />}
    </main>
  );
}

function RunList({ runs }: { runs: readonly ShownTrainingRun[] }) {
  return (
    <ul class="training-runs">
      {runs.map(({ runId, name, state, points, error }, index) => (
        <li key={runId}>
          <span class={`series series-${index}`}>{name}</span>
          <span role="status">
            {trainingStates[state]}
            {error !== undefined && `: ${error}`}
          </span>
          <span class="quiet">{counted(points, '{count} point', '{count} points')}</span>
          {runs.length > 1 && (
            <button
              type="button"
              class="icon-button"
              aria-label={t('Remove {name}', { name })}
              title={t('Remove {name}', { name })}
              onClick={() => post({ type: 'remove', runId })}
            >
              <Codicon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function stateText(runs: readonly ShownTrainingRun[], metrics: readonly Metric[]): string {
  if (metrics.length === 0) return t('No points yet.');
  const zoom = t('Drag across a chart to zoom in, double-click to see all.');
  return runs.some(({ state }) => state === 'running')
    ? t('Curves grow as points come. {zoom}', { zoom })
    : zoom;
}

/** The same as the charts, for who hears the page. */
function LastValues({ runs, metrics }: { runs: readonly ShownTrainingRun[]; metrics: readonly Metric[] }) {
  return (
    <table>
      <caption>{t('Last values')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Metric')}</th>
          {runs.length > 1 && <th scope="col">{t('Run')}</th>}
          <th scope="col">{t('Value')}</th>
          <th scope="col">{t('Step')}</th>
          <th scope="col">{t('Points')}</th>
        </tr>
      </thead>
      <tbody>
        {metrics.flatMap(({ name, curves, points }) =>
          curves.flatMap((curve, index) =>
            curve?.last === undefined
              ? []
              : [
                  <tr key={`${name} ${index}`}>
                    <th scope="row">{name}</th>
                    {runs.length > 1 && <td>{runs[index]?.name}</td>}
                    <td>{formatValue(curve.last.value)}</td>
                    <td>{whole.format(curve.last.step)}</td>
                    <td>{whole.format(points[index] ?? 0)}</td>
                  </tr>,
                ],
          ),
        )}
      </tbody>
    </table>
  );
}
