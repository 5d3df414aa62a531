import { expect, test } from 'vitest';
import { cropRegion } from '../../../../src/webview/picture/crops.ts';
import { regionView } from '../../../../src/webview/picture/viewMaths.ts';

test('crops lie row by row, without a gap, whatever the size of the picture', () => {
  const grid = { across: 3, down: 2 };
  const size = { width: 1000, height: 501 };
  const regions = Array.from({ length: 6 }, (_, crop) => cropRegion(grid, crop, size));
  expect(regions[0]).toEqual({ left: 0, top: 0, width: 333, height: 251 });
  expect(regions[5]).toEqual({ left: 667, top: 251, width: 333, height: 250 });
  expect(regions.reduce((area, { width, height }) => area + width * height, 0)).toBe(1000 * 501);
});

test('a crop is shown as large as the pane can, with a little around it', () => {
  const view = regionView({ left: 100, top: 50, width: 200, height: 100 }, { width: 400, height: 400 });
  expect(view).toMatchObject({ x: 200, y: 100 });
  expect(view.scale).toBeCloseTo(1.88);
});
