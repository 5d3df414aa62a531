import { describe, expect, test } from 'vitest';
import { ValueError } from '../../../src/base/errors.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { everyKind } from '../../support/everyKind.ts';
import { seeded } from '../../support/pictures.ts';
import { bmpFile } from '../../support/pictureFiles.ts';

/** Prepares a file; it may be read or refused, and nothing else. */
async function readOrRefused(bytes: Uint8Array, name: string): Promise<void> {
  const error: unknown = await prepareImage(bytes, { name, maxSide: 64 }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return;
  expect(error, name).toBeInstanceOf(ValueError);
  expect((error as Error).message, name).toMatch(
    /^Unable to (read image source|encode image source as JPEG)/,
  );
}

describe('nothing that a file holds ends the process', () => {
  test('files that are cut anywhere are read or refused', { timeout: 120_000 }, async () => {
    for (const [kind, file] of Object.entries(await everyKind()))
      for (const share of [0.02, 0.1, 0.4, 0.75, 0.99])
        await readOrRefused(
          file.subarray(0, Math.max(1, Math.floor(file.length * share))),
          `${kind} cut at ${share}`,
        );
  });

  test('files with wrong bytes are read or refused', { timeout: 120_000 }, async () => {
    const random = seeded(7);
    for (const [kind, file] of Object.entries(await everyKind()))
      for (let round = 0; round < 5; round++) {
        const wrong = Buffer.from(file);
        // The first bytes tell the format; most of what can go wrong stands soon after them.
        for (let flips = 0; flips <= round; flips++)
          wrong[4 + Math.floor(random() ** 2 * (file.length - 4))] = Math.floor(random() * 256);
        await readOrRefused(wrong, `${kind}, wrong bytes, round ${round}`);
      }
  });

  test('a size beyond all limits is refused before anything is decoded', async () => {
    const bmp = bmpFile({ bits: 24 });
    bmp.writeInt32LE(60_000, 18);
    bmp.writeInt32LE(60_000, 22);
    await expect(prepareImage(bmp, { name: 'bomb.bmp' })).rejects.toMatchObject({
      code: 'imageTooLarge',
      message: expect.stringMatching(
        /^Unable to read image source bomb\.bmp: .*60,000 × 60,000 px/,
      ) as string,
    });
    const ppm = Buffer.from('P6 99999 99999 255\n');
    await expect(prepareImage(ppm, { name: 'bomb.ppm' })).rejects.toMatchObject({ code: 'imageTooLarge' });
  });
});
