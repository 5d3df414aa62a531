import { describe, expect, test } from 'vitest';
import type { RawPixels } from '../../../../src/images/preparedImage.ts';
import { judgeKind } from '../../../../src/inference/offline/judgeKind.ts';
import type { TextLine } from '../../../../src/recognition/findings.ts';
import { findings, textLine, thing } from '../../../support/findings.ts';
import { measuredAsSent } from '../../../support/measured.ts';
import { drawing, drawn, page, scene, white } from '../../../support/pictures.ts';

const lines = (count: number, word = 'some words here', height = 20): TextLine[] =>
  Array.from({ length: count }, (_, row) => textLine(word, { row: row % 20, height }));

/** Off the level by six degrees, as on a box that somebody holds. */
const tilted = (line: TextLine): TextLine => {
  const [leftTop, rightTop, rightBottom, leftBottom] = line.corners;
  const down = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
    x,
    y: y + 0.1 * line.box.width,
  });
  return { ...line, corners: [leftTop, down(rightTop), down(rightBottom), leftBottom] };
};

async function judged(pixels: RawPixels, text: TextLine[], things = findings().things): Promise<string> {
  return judgeKind(await measuredAsSent(pixels), findings({ lines: text, things }));
}

/** A value from 0 to 1 at each place, as of a height or a temperature. */
const field = (x: number, y: number): number =>
  (Math.sin(x / 40) + Math.cos(y / 30) + Math.sin((x + y) / 55) + 3) / 6;
const ramp = (value: number): number => Math.round(255 * Math.max(0, Math.min(1, value)));

/** A white label on a wall: even in its middle, as where light is too strong. */
const label = drawn(800, 600, (x, y) => {
  const grain = (x * 7919 + y * 104729 + x * y) % 23;
  if (x > 100 && x < 700 && y > 90 && y < 510) return (x + y) % 31 < 3 && y % 20 < 9 ? [40, 40, 40] : white;
  return [90 + grain, 70 + grain, 50 + grain];
});

describe('the kind of an image is judged by its pixels and its text together', () => {
  test('a photo stays one, with a thing in it whatever text there is', async () => {
    expect(await judged(scene(600, 400), [])).toBe('photo');
    expect(await judged(scene(600, 400), lines(20), [thing('stop sign')])).toBe('photo');
  });

  test('lines over much of it make a page, on a photo of paper as well', async () => {
    expect(await judged(page(1000, 700), lines(19, 'a line of text that is long', 40))).toBe('page');
    expect(await judged(scene(600, 400), lines(19, 'a line of text that is long', 40))).toBe('page');
  });

  test('many small lines on even ground make a screenshot, numbers a diagram', async () => {
    expect(await judged(page(1000, 700), lines(20))).toBe('screenshot');
    expect(await judged(page(1000, 700), lines(20, '1200'))).toBe('diagram');
    expect(await judged(await drawing(800, 600), lines(6))).toBe('diagram');
    expect(await judged(await drawing(800, 600), [])).toBe('drawing');
  });

  test('a photo of a white label is no screenshot', async () => {
    expect(await judged(label, lines(20).map(tilted))).not.toBe('screenshot');
  });

  test('a night is no drawing for being black', async () => {
    const night = drawn(600, 400, (x, y) => {
      const grain = (x * 7919 + y * 104729 + x * y) % 90;
      return y < 250 ? [0, 0, 0] : [grain + 40, grain + 30, grain + 20];
    });
    expect(await judged(night, [])).toBe('photo');
  });

  test.each([
    [
      'jet',
      (v: number) => [
        ramp(1.5 - Math.abs(4 * v - 3)),
        ramp(1.5 - Math.abs(4 * v - 2)),
        ramp(1.5 - Math.abs(4 * v - 1)),
      ],
    ],
    [
      'from violet over green to yellow',
      (v: number) => [ramp(v * v), ramp(v * 0.9), ramp(0.4 - 0.3 * v * v + 0.3 * Math.sin(3 * v))],
    ],
  ])('values in false colours are a map: %s', async (_, colours) => {
    const map = drawn(400, 300, (x, y) => {
      const [r = 0, g = 0, b = 0] = colours(field(x, y));
      return [r, g, b];
    });
    expect(await judged(map, [])).toBe('map');
  });

  test('a photo of many colours, and a grey one, are no maps', async () => {
    const two = drawn(400, 300, (x, y) => [ramp(x / 400), 128, ramp(y / 300)]);
    expect(await judged(two, [])).not.toBe('map');
    const grey = drawn(400, 300, (x, y) => [ramp(field(x, y)), ramp(field(x, y)), ramp(field(x, y))]);
    expect(await judged(grey, [])).not.toBe('map');
  });
});
