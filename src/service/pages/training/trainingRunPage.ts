import { formatNumber } from '../../../base/format.ts';
import { trainingStates } from '../../../base/trainingStates.ts';
import { notFound } from '../../http/serviceError.ts';
import { listTrainingMetrics } from '../../store/trainingPoints.ts';
import type { TrainingMetric } from '../../store/trainingPoints.ts';
import { getTrainingRun } from '../../store/trainingRuns.ts';
import type { TrainingRun } from '../../store/trainingRuns.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { signedInPage } from '../markup/layout.ts';
import { time } from '../markup/time.ts';
import { link } from '../view.ts';
import type { PageView } from '../view.ts';
import { trainingState } from './trainingState.ts';

/** Runs that are drawn side by side: as many as there are colours, and a browser has streams for. */
const mostCompared = 4;

/**
 * A run with its curves, or several in one chart for each metric: `?run=`, once for each,
 * or `?compare=` with several ids. The script draws; without it, and for who
 * hears the page, a table has the last values.
 */
export function trainingRunPage(view: PageView): Html {
  const { store, training } = view.service;
  training.interruptSilent();
  const others = view.queries('compare').flatMap(list => list.split(','));
  const ids = [...new Set([...view.queries('run'), ...others])];
  const runs = ids
    .slice(0, mostCompared)
    .map(id => getTrainingRun(store, view.workspace.id, id))
    .filter(run => run !== undefined);
  const [first] = runs;
  if (first === undefined) throw notFound('Training run');
  const compared = runs.length > 1;
  return signedInPage(view, {
    title: compared ? 'Compared runs' : first.name,
    place: '/training',
    content: html`<p class="way-back"><a href="${link(view, '/training')}">All training runs</a></p>
      <h1>${compared ? 'Compared training runs' : html`<bdi>${first.name}</bdi>`}</h1>
      ${ids.length > mostCompared && html`<p class="quiet">The first ${mostCompared} of the selected runs are shown.</p>`}
      <ul class="training-runs" aria-label="Runs">
        ${runs.map((run, index) => summary(view, run, { index, compared }))}
      </ul>
      <section aria-labelledby="curves">
        <h2 id="curves">Curves</h2>
        <p class="without-script quiet">
          Drawing the curves requires JavaScript. The last values are below, and all points are in each run’s
          CSV.
        </p>
        <p id="curve-state" class="quiet"></p>
        <div id="charts" class="charts"></div>
      </section>
      <section aria-labelledby="last-values">
        <h2 id="last-values">Last values</h2>
        ${lastValues(view, runs)}
      </section>
      <link rel="stylesheet" href="/assets/uPlot.css" />
      <link rel="stylesheet" href="/assets/curves.css" />
      <link rel="stylesheet" href="/assets/training.css" />
      <script type="module" src="/assets/trainingCurves.js"></script>`,
  });
}

function summary(view: PageView, run: TrainingRun, place: { index: number; compared: boolean }): Html {
  return html`<li
    data-run="${run.id}"
    data-name="${run.name}"
    data-state="${run.state}"
    data-series="${place.index}"
  >
    ${place.compared && html`<strong class="series series-${place.index}"><bdi>${run.name}</bdi></strong>`}
    <span data-run-state>${trainingState(run.state)}</span>
    ${run.model !== null && html`<span class="quiet"><bdi>${run.model}</bdi></span>`}
    <span class="quiet">started ${time(run.createdAt, view.now)}</span>
    <span class="quiet"><span data-run-points>${formatNumber(run.points)}</span> points</span>
    ${run.error !== null && html`<span class="hint">${run.error}</span>`}
    <a
      href="${link(view, `/api/training-runs/${run.id}/metrics.csv`)}"
      aria-label="CSV of ${run.name}"
      download
      >CSV</a
    >
  </li>`;
}

function lastValues(view: PageView, runs: readonly TrainingRun[]): Child {
  const { store } = view.service;
  const rows = runs
    .flatMap(run => listTrainingMetrics(store, run.number).map(metric => ({ run, metric })))
    .sort((one, other) => one.metric.name.localeCompare(other.metric.name));
  const compared = runs.length > 1;
  return html`<table class="cards" id="values">
    <caption class="visually-hidden">
      The last value of each
      metric${runs.length === 1 ? html`; the run is ${trainingStates[runs[0]?.state ?? 'running'].toLowerCase()}` : ''}
    </caption>
    <thead>
      <tr>
        <th scope="col">Metric</th>
        ${compared && html`<th scope="col">Run</th>`}
        <th scope="col" class="number">Value</th>
        <th scope="col" class="number">Step</th>
        <th scope="col" class="number">Points</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(({ run, metric }) => valueRow(run, metric, compared))}
    </tbody>
  </table>`;
}

function valueRow(
  run: TrainingRun,
  { name, lastValue, lastStep, points }: TrainingMetric,
  compared: boolean,
): Html {
  const value = typeof lastValue === 'number' ? Number(lastValue.toPrecision(6)) : lastValue;
  return html`<tr data-run="${run.id}" data-metric="${name}">
    <th scope="row"><bdi>${name}</bdi></th>
    ${compared && html`<td data-label="Run"><bdi>${run.name}</bdi></td>`}
    <td data-label="Value" class="number" data-part="value">${String(value)}</td>
    <td data-label="Step" class="number" data-part="step">${formatNumber(lastStep)}</td>
    <td data-label="Points" class="number" data-part="points">${formatNumber(points)}</td>
  </tr>`;
}
