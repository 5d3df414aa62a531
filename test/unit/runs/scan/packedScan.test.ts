import { expect, test } from 'vitest';
import { buffersOf, packScan, unpackScan } from '../../../../src/runs/scan/packedScan.ts';
import type { Scan } from '../../../../src/runs/scan/scanPictures.ts';

const scanOf = (names: readonly string[]): Scan => ({
  pictures: names.map((name, index) => ({
    location: `/${name}`,
    name,
    byteLength: index,
    modifiedAt: 1_700_000_000_000.5 + index,
  })),
  missing: names.slice(0, 1).map(name => ({ location: `/gone/${name}`, name, byteLength: 0, modifiedAt: 0 })),
  skipped: names.map(name => ({ name: `${name}.txt`, reason: `${name} is no image.` })),
});

test.each([
  ['nothing', []],
  [
    'names in every script',
    ['lake.jpg', 'Zürich see.jpg', '湖.png', '🏞️ park.webp', 'name,with "marks".jpg'],
  ],
  ['names longer than what is read at once', ['a'.repeat(70_000), 'b.jpg', 'é'.repeat(70_000), 'c.jpg']],
  [
    'more than what is read at once',
    Array.from({ length: 12_000 }, (_, index) => `folder ${index}/ä ${index}.jpg`),
  ],
])('a scan goes to another thread and comes out as it was: %s', async (_what, names) => {
  const scan = scanOf(names);
  const packed = packScan(scan);
  const moved = structuredClone(packed, { transfer: buffersOf(packed) });
  expect(packed.pictures.names.byteLength).toBe(0);
  expect(await unpackScan(moved)).toEqual(scan);
});
