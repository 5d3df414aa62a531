/* global document, getComputedStyle, ResizeObserver */
// One metric as a chart, a line for each run: on the service's page, which is served this file, and in the editor's.
import uPlot from './uPlot.js';

/** Lines differ by more than their colour. */
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
const height = 220;
const whole = new Intl.NumberFormat('en');

/** A number as an axis and a readout say it. */
export function formatValue(value) {
  if (typeof value !== 'number') return String(value ?? '');
  return String(Number(value.toPrecision(6)));
}

const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws the curves of a metric: `curves` are by the place of their run, whose names are `runs`. */
export class CurveChart {
  #plot;
  #readout;
  #curves;
  #runs;
  #name;

  constructor(parent, { name, runs, curves }) {
    this.#curves = curves;
    this.#runs = runs;
    this.#name = name;
    const figure = document.createElement('figure');
    figure.className = 'chart';
    const title = document.createElement('figcaption');
    const heading = document.createElement('h3');
    heading.textContent = name;
    this.#readout = document.createElement('p');
    this.#readout.className = 'quiet readout';
    title.append(heading, this.#readout);
    const place = document.createElement('div');
    place.className = 'plot';
    place.setAttribute('role', 'img');
    figure.append(title, place);
    parent.append(figure);
    this.figure = figure;
    this.place = place;
    const axis = { stroke: () => colour('--quiet'), grid: { stroke: () => colour('--line'), width: 1 } };
    this.#plot = new uPlot(
      {
        width: Math.max(200, place.clientWidth),
        height,
        legend: { show: false },
        cursor: { drag: { x: true, y: false }, points: { size: 6 } },
        scales: { x: { time: false } },
        axes: [
          {
            ...axis,
            space: 70,
            size: 30,
            values: (_, splits) => splits.map(step => (Number.isInteger(step) ? whole.format(step) : '')),
          },
          { ...axis, size: 64, values: (_, splits) => splits.map(formatValue) },
        ],
        series: [
          {},
          ...runs.map((label, index) => ({
            label,
            stroke: () => colour(`--series-${index}`),
            width: 1.5,
            dash: dashes[index],
            points: { show: false },
          })),
        ],
        hooks: { setCursor: [() => this.#tell()] },
      },
      this.#data(),
      place,
    );
    new ResizeObserver(() => {
      const width = place.clientWidth;
      if (width > 0 && width !== this.#plot.width) this.#plot.setSize({ width, height });
    }).observe(place);
    this.#describe();
  }

  /** Draws what has come. A part that was zoomed into stays. */
  draw() {
    const { min, max } = this.#plot.scales.x;
    const [steps] = this.#plot.data;
    // Before the first drawing there is no range yet.
    const zoomed =
      Number.isFinite(min) && steps.length > 1 && (min > steps[0] || max < steps[steps.length - 1]);
    this.#plot.setData(this.#data(), !zoomed);
    if (zoomed) this.#plot.setScale('x', { min, max });
    this.#describe();
  }

  /** Draws again, in the colours that hold now. */
  recolour() {
    this.#plot.redraw(false, true);
  }

  #data() {
    const tables = this.#curves.map(curve => [curve?.steps ?? [], curve?.values ?? []]);
    return tables.length === 1 ? tables[0] : uPlot.join(tables);
  }

  /** The values at the pointer; without one, what is to be known of the curve. */
  #tell() {
    const index = this.#plot.cursor.idx ?? undefined;
    if (index === undefined) {
      this.#readout.textContent = this.#summary();
      return;
    }
    const step = whole.format(this.#plot.data[0][index]);
    const values = this.#runs.map((run, place) => {
      const value = this.#plot.data[place + 1][index];
      const words = value === null ? 'no number' : value === undefined ? '–' : formatValue(value);
      return this.#runs.length === 1 ? words : `${run} ${words}`;
    });
    this.#readout.textContent = `Step ${step}: ${values.join(', ')}`;
  }

  #summary() {
    const parts = this.#curves.flatMap((curve, place) => {
      if (curve?.last === undefined) return [];
      const { step, value } = curve.last;
      const none = curve.noNumbers === 0 ? '' : ', some values are not numbers';
      if (this.#runs.length > 1) return [`${this.#runs[place]} ${formatValue(value)}${none}`];
      return [`${formatValue(value)} at step ${whole.format(step)}${none}`];
    });
    return parts.join('; ');
  }

  #describe() {
    this.place.setAttribute('aria-label', `${this.#name}: ${this.#summary()}`);
    if ((this.#plot.cursor.idx ?? undefined) === undefined) this.#tell();
  }
}
