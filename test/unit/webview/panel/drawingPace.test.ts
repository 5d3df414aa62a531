import { expect, test } from 'vitest';
import { DrawingPace } from '../../../../src/webview/panel/answer/drawingPace.ts';

const frame = 16;

/** How long all drawings take of a text of so many kilobytes that comes a tenth of one at a frame; `cost`: of a kilobyte. */
function drawing(kilobytes: number, cost: number): { total: number; oldest: number } {
  const pace = new DrawingPace();
  let [now, total, drawnAt, oldest] = [0, 0, 0, 0];
  for (let there = 0.1; there <= kilobytes; there += 0.1) {
    now += frame;
    oldest = Math.max(oldest, now - drawnAt);
    if (pace.wait(now) > 0) continue;
    const took = there * cost;
    pace.drew(now, now + took);
    now += took;
    total += took;
    drawnAt = now;
  }
  return { total, oldest };
}

test.each([1, 3, 10])('EDT-3: twice the text takes about twice the work, at %s ms for a kilobyte', cost => {
  const [one, two] = [drawing(100, cost), drawing(200, cost)];
  expect(two.total / one.total).toBeLessThan(2.6);
  // A fifth of the time, and what is seen is never much older than that.
  expect(one.total).toBeLessThan(0.3 * (1000 * frame + one.total));
  expect(two.oldest).toBeLessThan(5 * 200 * cost + 2 * frame);
});

test('EDT-3: a drawing that took very long is followed by another within seconds', () => {
  const pace = new DrawingPace();
  pace.drew(0, 60_000);
  expect(pace.wait(60_000)).toBe(5000);
  expect(pace.wait(65_000)).toBe(0);
});
