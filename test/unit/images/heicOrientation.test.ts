import { expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { quarters } from '../../support/pictureFiles.ts';
import { bytesOf, pixelAt } from '../../support/pictures.ts';
import { turnedHeic } from '../../support/turnedHeic.ts';

/** Which quarter is seen where (left above, right above, left below, right below) after turns against the clock. */
const seen = { 1: [1, 3, 0, 2], 2: [3, 2, 1, 0], 3: [2, 0, 3, 1] } as const;

for (const turns of [1, 2, 3] as const)
  test(`IMG-1: a HEIC that its boxes turn by ${turns * 90}° is sent upright`, async () => {
    const prepared = await prepareImage(turnedHeic(turns));
    const size = turns === 2 ? { width: 64, height: 32 } : { width: 32, height: 64 };
    expect(prepared).toMatchObject(size);
    expect(prepared.original).toMatchObject(size);
    const file = bytesOf(prepared.dataUrl);
    for (const [place, quarter] of seen[turns].entries()) {
      const [x, y] = [(size.width * (1 + 2 * (place % 2))) / 4, (size.height * (1 + 2 * (place >> 1))) / 4];
      const shown = await pixelAt(file, x, y);
      for (const channel of [0, 1, 2] as const)
        expect(Math.abs(shown[channel] - (quarters[quarter]?.[channel] ?? 0))).toBeLessThan(30);
    }
  });
