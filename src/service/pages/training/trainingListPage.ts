import { formatNumber } from '../../../base/format.ts';
import { pageTrainingRuns } from '../../store/trainingRuns.ts';
import type { TrainingRun } from '../../store/trainingRuns.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { signedInPage } from '../markup/layout.ts';
import { pager, shownPage } from '../markup/pager.ts';
import { time } from '../markup/time.ts';
import { link } from '../view.ts';
import type { PageView } from '../view.ts';
import { trainingState } from './trainingState.ts';

/** Runs on one page. */
const shown = 30;

/** The workspace's training runs, each leading to its curves. */
export function trainingListPage(view: PageView): Html {
  const { store, training } = view.service;
  training.interruptSilent();
  const page = shownPage(view, 'runs', shown, request => pageTrainingRuns(store, view.workspace.id, request));
  return signedInPage(view, {
    title: 'Training',
    place: '/training',
    content: html`<link rel="stylesheet" href="/assets/training.css" />
      <h1>Training</h1>
      <section aria-labelledby="runs">
        <div class="section-head">
          <div>
            <h2 id="runs">Runs</h2>
            <p class="quiet">What training scripts report with a service key, the latest first.</p>
          </div>
        </div>
        ${
          page.rows.length === 0
            ? html`<div class="empty">
                <p class="quiet">
                  No training runs yet. A script creates one with
                  <code>POST ${view.service.address()}/api/training-runs</code> and reports its metrics by
                  step.
                </p>
              </div>`
            : table(view, page.rows)
        }
        ${pager(view, page, {
          list: 'runs',
          path: '/training',
          label: 'Pages of training runs',
          newer: 'Newer runs',
          older: 'Older runs',
        })}
      </section>`,
  });
}

function table(view: PageView, rows: readonly TrainingRun[]): Html {
  return html`<form method="get" action="/training/run">
    ${view.workspace.kind === 'team' && html`<input type="hidden" name="owner" value="${view.workspace.username}" />`}
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">State</th>
          <th scope="col" class="number">Points</th>
          <th scope="col">Started</th>
          <th scope="col">Compare</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(run => row(view, run))}
      </tbody>
    </table>
    ${rows.length > 1 && html`<p class="compare-actions"><button>Compare Selected Runs</button></p>`}
  </form>`;
}

function row(view: PageView, run: TrainingRun): Html {
  const tags = JSON.parse(run.tags) as string[];
  return html`<tr>
    <th scope="row">
      <a class="name" href="${link(view, '/training/run', { run: run.id })}"><bdi>${run.name}</bdi></a>
      ${run.model !== null && html`<span class="quiet"><bdi>${run.model}</bdi></span>`}
      ${tags.length > 0 && html`<span class="quiet"><bdi>${tags.join(', ')}</bdi></span>`}
      ${run.error !== null && html`<span class="hint">${run.error}</span>`}
    </th>
    <td data-label="State">${trainingState(run.state)}</td>
    <td data-label="Points" class="number">${formatNumber(run.points)}</td>
    <td data-label="Started">
      ${time(run.createdAt, view.now)}
      ${run.endedAt !== null && html`<span class="quiet">ended ${time(run.endedAt, view.now)}</span>`}
    </td>
    <td data-label="Compare">
      <label class="compare"
        ><input type="checkbox" name="run" value="${run.id}" aria-label="Compare ${run.name}"
      /></label>
    </td>
  </tr>`;
}
