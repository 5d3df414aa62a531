/* global document, fetch, location, matchMedia, requestAnimationFrame, setTimeout, URLSearchParams */
// The page of training runs: curves that grow while their points come.
import { announce } from './announce.js';
import { CurveChart, formatValue } from './curveChart.js';
import { CurvePoints } from './curvePoints.js';
import { metricOrder } from './metricOrder.js';
import { followRun } from './runStream.js';

/** Milliseconds between two drawings while points come. */
const interval = 250;
const states = { running: 'Running', finished: 'Finished', failed: 'Failed', interrupted: 'Interrupted' };
const whole = new Intl.NumberFormat('en');
const place = document.querySelector('#charts');
const stateLine = document.querySelector('#curve-state');
const table = document.querySelector('#values');
const items = [...document.querySelectorAll('.training-runs [data-run]')];
const runs = items.map(item => ({
  id: item.dataset.run,
  name: item.dataset.name,
  state: item.dataset.state,
  item,
}));
const ownerName = new URLSearchParams(location.search).get('owner');
const owner = ownerName === null ? {} : { owner: ownerName };

/** By metric: the chart, and the curve of each run. */
const metrics = new Map();
const connections = new Map();
const totals = new Map();
let waiting = false;

function curveOf(name, index) {
  let metric = metrics.get(name);
  if (metric === undefined)
    metrics.set(name, (metric = { curves: runs.map(() => undefined), chart: undefined }));
  return (metric.curves[index] ??= new CurvePoints());
}

/** Draws soon: however fast points come, a few times in a second. */
function drawSoon() {
  if (waiting) return;
  waiting = true;
  setTimeout(() => requestAnimationFrame(drawNow), interval);
}

function drawNow() {
  waiting = false;
  const names = [...metrics.keys()].sort(metricOrder);
  for (const name of names) {
    const metric = metrics.get(name);
    if (metric.chart !== undefined) metric.chart.draw();
    else {
      metric.chart = new CurveChart(place, { name, runs: runs.map(run => run.name), curves: metric.curves });
      const next = names.slice(names.indexOf(name) + 1).find(one => metrics.get(one).chart !== undefined);
      if (next !== undefined) place.insertBefore(metric.chart.figure, metrics.get(next).chart.figure);
    }
    for (const [index, curve] of metric.curves.entries()) if (curve?.last) showLast(name, runs[index], curve);
  }
  tellState();
}

/** The table has the same as the charts, for who hears the page. */
function showLast(name, run, { last }) {
  const body = table.tBodies[0];
  let row = [...body.rows].find(one => one.dataset.run === run.id && one.dataset.metric === name);
  if (row === undefined) {
    row = body.insertRow();
    Object.assign(row.dataset, { run: run.id, metric: name });
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = name;
    row.append(head);
    const cell = (label, part, words = '') => {
      const made = row.insertCell();
      made.dataset.label = label;
      if (part !== undefined) {
        made.dataset.part = part;
        made.className = 'number';
      }
      made.textContent = words;
    };
    if (runs.length > 1) cell('Run', undefined, run.name);
    cell('Value', 'value');
    cell('Step', 'step');
    cell('Points', 'points');
  }
  const set = (part, words) => {
    const cell = row.querySelector(`[data-part=${part}]`);
    if (cell.textContent !== words) cell.textContent = words;
  };
  set('value', formatValue(last.value));
  set('step', whole.format(last.step));
  set('points', whole.format(totals.get(`${run.id} ${name}`) ?? 0));
}

function tellState() {
  const open = runs.filter(({ id }) => connections.get(id) !== 'ended');
  const lost = open.some(({ id }) => connections.get(id) === 'lost');
  const words =
    metrics.size === 0
      ? 'No points yet.'
      : lost
        ? 'The connection is lost; the page tries again.'
        : open.length > 0
          ? 'Curves grow as points come. Drag across a chart to zoom in, double-click to see all.'
          : 'Drag across a chart to zoom in, double-click to see all.';
  if (stateLine.textContent !== words) stateLine.textContent = words;
}

function showRun(run, { state, points, error }) {
  run.item.querySelector('[data-run-points]').textContent = whole.format(points);
  if (state === run.state) return;
  run.state = state;
  run.item.dataset.state = state;
  const shown = run.item.querySelector('[data-run-state] .state');
  shown.className = `state ${state}`;
  shown.textContent = states[state] ?? state;
  announce(
    `${run.name}: ${(states[state] ?? state).toLowerCase()}${error === undefined ? '' : `: ${error}`}`,
  );
}

async function start(run, index) {
  const query = new URLSearchParams({ buckets: '500', ...owner });
  const response = await fetch(`/api/training-runs/${encodeURIComponent(run.id)}/curves?${query}`);
  if (!response.ok) throw new Error((await response.json()).error);
  const { revision, curves } = await response.json();
  for (const { name, points, steps, values } of curves) {
    const curve = curveOf(name, index);
    for (const [place, step] of steps.entries()) curve.add(step, values[place]);
    totals.set(`${run.id} ${name}`, points);
  }
  drawSoon();
  followRun({
    ...{ runId: run.id, owner, after: revision },
    onRun: told => showRun(run, told),
    onPoints: told => {
      let all = 0;
      for (const [name, points] of Object.entries(told)) {
        const curve = curveOf(name, index);
        const newest = curve.last?.step ?? -1;
        for (const [step, value] of points) curve.add(step, value);
        // A point of a step that was passed has most likely taken another's place.
        const fresh = points.filter(([step]) => step > newest).length;
        totals.set(`${run.id} ${name}`, (totals.get(`${run.id} ${name}`) ?? 0) + fresh);
      }
      for (const [key, count] of totals) if (key.startsWith(`${run.id} `)) all += count;
      run.item.querySelector('[data-run-points]').textContent = whole.format(all);
      drawSoon();
    },
    onEnd: () => {
      connections.set(run.id, 'ended');
      drawSoon();
    },
    onState: state => {
      connections.set(run.id, state);
      tellState();
    },
  });
}

for (const [index, run] of runs.entries())
  start(run, index).catch(error => {
    stateLine.textContent = `The curves of ${run.name} cannot be shown: ${error.message}`;
  });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const { chart } of metrics.values()) chart?.recolour();
});
