import { expect, test } from 'vitest';
import { scaledRegion } from '../../../../src/webview/picture/crops.ts';
import { regionView } from '../../../../src/webview/picture/viewMaths.ts';

test('a crop lies in the picture that is looked at as in the one that it was cut from', () => {
  const crop = { left: 667, top: 251, width: 333, height: 250 };
  const cutFrom = { width: 1000, height: 501 };
  expect(scaledRegion(crop, cutFrom, cutFrom)).toEqual(crop);
  expect(scaledRegion(crop, cutFrom, { width: 4000, height: 2004 })).toEqual({
    ...{ left: 2668, top: 1004, width: 1332, height: 1000 },
  });
});

test('a crop is shown as large as the pane can, with a little around it', () => {
  const view = regionView({ left: 100, top: 50, width: 200, height: 100 }, { width: 400, height: 400 });
  expect(view).toMatchObject({ x: 200, y: 100 });
  expect(view.scale).toBeCloseTo(1.88);
});
