// The points of one curve, few enough to draw: however many come, the lowest and the highest of each part stay.

/** Points that are held; where there are more, the curve is thinned to about half as many. */
const most = 4000;
const buckets = 1000;

/** A curve that grows. Values that are no numbers are `null`, which is drawn as a gap. */
export class CurvePoints {
  steps = [];
  values = [];
  /** How many values came as texts: NaN, Infinity, -Infinity. */
  noNumbers = 0;
  last;

  /** Adds a point; one of a step that is there takes its place. */
  add(step, value) {
    const number = typeof value === 'number' ? value : null;
    if (number === null) this.noNumbers += 1;
    if (this.last === undefined || step >= this.last.step) this.last = { step, value };
    const index = this.#indexOf(step);
    if (this.steps[index] === step) {
      this.values[index] = number;
      return;
    }
    if (index === this.steps.length) {
      this.steps.push(step);
      this.values.push(number);
    } else {
      this.steps.splice(index, 0, step);
      this.values.splice(index, 0, number);
    }
    if (this.steps.length > most) this.#thin();
  }

  /** Where a step is or belongs: nearly always at the end. */
  #indexOf(step) {
    const { steps } = this;
    if (steps.length === 0 || step > steps[steps.length - 1]) return steps.length;
    let [low, high] = [0, steps.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #thin() {
    const { steps, values } = this;
    const first = steps[0];
    const width = (steps[steps.length - 1] - first + 1) / buckets;
    const kept = new Set([0, steps.length - 1]);
    for (let index = 0; index < steps.length;) {
      const bucket = Math.floor((steps[index] - first) / width);
      let [lowest, highest, gap] = [undefined, undefined, undefined];
      for (; index < steps.length && Math.floor((steps[index] - first) / width) === bucket; index += 1) {
        if (values[index] === null) gap ??= index;
        else {
          if (lowest === undefined || values[index] < values[lowest]) lowest = index;
          if (highest === undefined || values[index] > values[highest]) highest = index;
        }
      }
      for (const one of [lowest, highest, gap]) if (one !== undefined) kept.add(one);
    }
    // Many gaps must not undo the thinning.
    const order = [...kept].sort((one, other) => one - other).slice(-most);
    this.steps = order.map(index => steps[index]);
    this.values = order.map(index => values[index]);
  }
}
