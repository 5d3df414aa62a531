import { expect, test } from 'vitest';
import { stageKey, type Key, type StageActions } from '../../../../src/webview/picture/stageKeys.ts';
import type { Point } from '../../../../src/webview/picture/viewMaths.ts';

/** A pane that notes what it is told. */
function pane(state: { probing?: boolean; pixel?: Point } = {}) {
  const told: unknown[][] = [];
  const note =
    (name: string) =>
    (...rest: unknown[]) =>
      told.push([name, ...rest]);
  const actions: StageActions = {
    picture: { width: 100, height: 50 },
    viewing: {
      view: { scale: 2, x: 50, y: 25 },
      pane: { width: 400, height: 300 },
      fit: note('fit'),
      zoomTo: note('zoomTo'),
      step: note('step'),
      pan: note('pan'),
      showPixel: note('showPixel'),
    },
    probing: state.probing ?? false,
    setProbing: note('setProbing'),
    pixel: state.pixel,
    setPixel: note('setPixel'),
    toggleDetections: note('toggleDetections'),
  };
  const press = (key: string, rest: Partial<Key> = {}): boolean =>
    stageKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...rest }, actions);
  return { told, press };
}

test('plus, minus, 0 and 1 zoom; arrows move', () => {
  const { told, press } = pane();
  for (const key of ['+', '=', '-', '0', '1', 'ArrowLeft', 'ArrowDown']) expect(press(key)).toBe(true);
  expect(told).toEqual([
    ...[
      ['step', 1, undefined],
      ['step', 1, undefined],
      ['step', -1, undefined],
      ['fit'],
      ['zoomTo', 1, undefined],
    ],
    ...[
      ['pan', 60, -0],
      ['pan', -0, -60],
    ],
  ]);
});

test('the probe begins in the middle of what is seen, walks pixel by pixel or ten at once, and stays in the picture', () => {
  const begun = pane();
  begun.press('p');
  expect(begun.told).toEqual([
    ['setPixel', { x: 50, y: 25 }],
    ['setProbing', true],
  ]);
  const { told, press } = pane({ probing: true, pixel: { x: 97, y: 3 } });
  press('ArrowRight');
  press('ArrowRight', { shiftKey: true });
  press('ArrowUp', { shiftKey: true });
  expect(told.filter(([name]) => name === 'setPixel').map(([, pixel]) => pixel)).toEqual([
    { x: 98, y: 3 },
    { x: 99, y: 3 },
    { x: 97, y: 0 },
  ]);
});

test('with the probe the zoom is about its pixel', () => {
  const { told, press } = pane({ probing: true, pixel: { x: 60, y: 25 } });
  press('+');
  expect(told).toEqual([['step', 1, { x: 200 + 21, y: 150 + 1 }]]);
});

test('Escape ends the probe, and only then is it taken from the dialog', () => {
  expect(pane().press('Escape')).toBe(false);
  const { told, press } = pane({ probing: true });
  expect(press('Escape')).toBe(true);
  expect(told).toEqual([['setProbing', false]]);
});

test("the editor's own keys are left to it", () => {
  const { told, press } = pane();
  expect(press('p', { ctrlKey: true })).toBe(false);
  expect(press('1', { altKey: true })).toBe(false);
  expect(press('q')).toBe(false);
  expect(told).toEqual([]);
});

test('D shows and hides what is recognised', () => {
  const { told, press } = pane();
  expect(press('d')).toBe(true);
  expect(press('d', { ctrlKey: true })).toBe(false);
  expect(told).toEqual([['toggleDetections']]);
});
