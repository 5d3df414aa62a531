import { expect, test } from 'vitest';
import { explorerOrder } from '../../../../src/runs/scan/explorerOrder.ts';

const sorted = (names: readonly string[]) => [...names].sort(explorerOrder);

test('BATCH-3: numbers in names count by their value', () => {
  expect(sorted(['img10.png', 'img2.png', 'img1.png'])).toEqual(['img1.png', 'img2.png', 'img10.png']);
});

test('BATCH-3: in every folder its folders come first, as the Explorer shows them', () => {
  expect(sorted(['z.png', 'b/2.png', 'a.png', 'b/c/1.png', 'b10/1.png', 'b2/1.png'])).toEqual([
    'b/c/1.png',
    'b/2.png',
    'b2/1.png',
    'b10/1.png',
    'a.png',
    'z.png',
  ]);
});

test('BATCH-3: upper and lower case stand together, and of equal numbers the shorter name comes first', () => {
  expect(sorted(['b.png', 'C.png', 'A.png', 'a2.png'])).toEqual(['A.png', 'a2.png', 'b.png', 'C.png']);
  expect(sorted(['img01.png', 'img1.png'])).toEqual(['img1.png', 'img01.png']);
});
