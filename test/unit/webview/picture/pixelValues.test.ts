import { expect, test } from 'vitest';
import type { PictureViewerMessage } from '../../../../src/protocol/picture.ts';
import { PixelValues } from '../../../../src/webview/picture/pixelValues.ts';
import { valuesText, sentPixel } from '../../../../src/webview/picture/valueText.ts';

test('values are asked for once for each part, and found in it', () => {
  const asked: PictureViewerMessage[] = [];
  const values = new PixelValues(message => asked.push(message));
  expect(values.at(1, { x: 33, y: 5 })).toBeUndefined();
  expect(values.at(1, { x: 34, y: 6 })).toBeUndefined();
  expect(asked).toEqual([{ type: 'values', left: 32, top: 0, width: 32, height: 32 }]);
  // The part is cut at the edge of the picture: 3 by 8 pixels of two values.
  const part = { left: 32, top: 0, width: 3, height: 8 };
  values.take({ type: 'values', opened: 1, ...part, values: Array.from({ length: 48 }, (_, at) => at) });
  expect(values.at(1, { x: 33, y: 5 })).toEqual([32, 33]);
  expect(asked).toHaveLength(1);
});

test('another page is asked for anew', () => {
  const asked: PictureViewerMessage[] = [];
  const values = new PixelValues(message => asked.push(message));
  values.take({ type: 'values', opened: 1, left: 0, top: 0, width: 1, height: 1, values: [7] });
  expect(values.at(1, { x: 0, y: 0 })).toEqual([7]);
  expect(values.at(2, { x: 0, y: 0 })).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test('values are named; what is no number is said to be none', () => {
  expect(valuesText(['R', 'G', 'B'], [40_112, 3, 12])).toBe('R 40,112  G 3  B 12');
  expect(valuesText(['Grey'], [0.123456789])).toBe('Grey 0.123457');
  expect(valuesText(['Grey', 'Alpha'], [null, -1.5])).toBe('Grey no data  Alpha -1.5');
});

test('a pixel of the original is found in what was sent, which may be smaller', () => {
  const original = { width: 4000, height: 3000 };
  expect(sentPixel({ x: 0, y: 0 }, original, { width: 2048, height: 1536 })).toEqual({ x: 0, y: 0 });
  expect(sentPixel({ x: 3999, y: 2999 }, original, { width: 2048, height: 1536 })).toEqual({
    x: 2047,
    y: 1535,
  });
  expect(sentPixel({ x: 2000, y: 9 }, original, original)).toEqual({ x: 2000, y: 9 });
});
