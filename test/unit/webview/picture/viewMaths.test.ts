import { expect, test } from 'vitest';
import {
  areStacked,
  clamped,
  fitScale,
  fitView,
  nextScale,
  panned,
  pixelUnder,
  seenRegion,
  toPane,
  toPicture,
  withPixelSeen,
  zoomAbout,
} from '../../../../src/webview/picture/viewMaths.ts';

const pane = { width: 800, height: 600 };
const picture = { width: 4000, height: 2000 };

test('a large picture is fitted by its longer side, a small one enlarged by a whole number, and not without limit', () => {
  expect(fitScale(picture, pane)).toBe(0.2);
  expect(fitScale({ width: 1000, height: 6000 }, pane)).toBe(0.1);
  expect(fitScale({ width: 500, height: 400 }, pane)).toBe(1);
  expect(fitScale({ width: 300, height: 200 }, pane)).toBe(2);
  expect(fitScale({ width: 4, height: 4 }, pane)).toBe(8);
});

test('zooming leaves the point under the pointer where it is', () => {
  const at = { x: 130, y: 420 };
  const before = fitView(picture, pane);
  const under = toPicture(before, at, pane);
  const after = zoomAbout(before, 3, at, pane);
  expect(after.scale).toBe(3);
  expect(toPane(after, under, pane).x).toBeCloseTo(at.x, 6);
  expect(toPane(after, under, pane).y).toBeCloseTo(at.y, 6);
});

test('dragging moves the picture by as many pixels of the screen', () => {
  const view = { scale: 2, x: 1000, y: 1000 };
  const moved = panned(view, 50, -30);
  expect(toPane(moved, { x: 1000, y: 1000 }, pane)).toEqual({ x: 450, y: 270 });
});

test('no gap opens at an edge, and what fits is in the middle', () => {
  expect(clamped({ scale: 1, x: -500, y: 5000 }, picture, pane)).toEqual({ scale: 1, x: 400, y: 1700 });
  // At 0.25 the picture is 1000 by 500: too wide for the pane, and not too high.
  expect(clamped({ scale: 0.25, x: 0, y: 0 }, picture, pane)).toEqual({ scale: 0.25, x: 1600, y: 1000 });
});

test('the zoom has its limits, below which even the largest picture is seen whole', () => {
  expect(clamped({ scale: 1000, x: 0, y: 0 }, picture, pane).scale).toBe(64);
  expect(clamped({ scale: 0.0001, x: 0, y: 0 }, picture, pane).scale).toBe(0.01);
  const huge = { width: 200_000, height: 10 };
  expect(clamped({ scale: 0.0001, x: 0, y: 0 }, huge, pane).scale).toBe(0.004);
});

test('the steps of the zoom go up and down from wherever one is', () => {
  expect(nextScale(0.37, 1)).toBe(0.4);
  expect(nextScale(0.37, -1)).toBe(0.3);
  expect(nextScale(1, 1)).toBe(1.5);
  expect(nextScale(1, -1)).toBe(0.9);
  expect(nextScale(64, 1)).toBe(64);
});

test('the pixel under the pointer; beside the picture there is none', () => {
  const view = { scale: 10, x: 20, y: 10 };
  const small = { width: 40, height: 20 };
  expect(pixelUnder(view, { x: 400, y: 300 }, pane, small)).toEqual({ x: 20, y: 10 });
  expect(pixelUnder(view, { x: 409.9, y: 309.9 }, pane, small)).toEqual({ x: 20, y: 10 });
  expect(pixelUnder(view, { x: 200, y: 200 }, pane, small)).toEqual({ x: 0, y: 0 });
  expect(pixelUnder(view, { x: 199.9, y: 300 }, pane, small)).toBeUndefined();
  expect(pixelUnder(view, { x: 600, y: 300 }, pane, small)).toBeUndefined();
});

test('what is seen, in whole pixels and within the picture', () => {
  expect(seenRegion({ scale: 2, x: 1000, y: 1000 }, picture, pane)).toEqual({
    ...{ left: 800, top: 850, width: 400, height: 300 },
  });
  expect(seenRegion(fitView(picture, pane), picture, pane)).toEqual({ left: 0, top: 0, ...picture });
});

test('the picture follows a probe that walks out of sight, and rests while it is seen', () => {
  const view = { scale: 10, x: 100, y: 100 };
  expect(withPixelSeen(view, { x: 120, y: 90 }, pane)).toEqual(view);
  expect(withPixelSeen(view, { x: 140, y: 100 }, pane)).toEqual({ scale: 10, x: 101, y: 100 });
  expect(withPixelSeen(view, { x: 100, y: 69 }, pane)).toEqual({ scale: 10, x: 100, y: 99 });
});

test('two panes lie so that more of the picture is seen', () => {
  expect(areStacked({ width: 300, height: 100 }, { width: 800, height: 800 })).toBe(true);
  expect(areStacked({ width: 100, height: 300 }, { width: 800, height: 800 })).toBe(false);
});
