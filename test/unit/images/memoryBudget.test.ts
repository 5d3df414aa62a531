import { describe, expect, test } from 'vitest';
import { decodingMemory, memoryBudget } from '../../../src/images/open/memoryBudget.ts';
import sharp from 'sharp';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { scene, toSharp } from '../../support/pictures.ts';

/** Work that ends when it is told to. */
function task(): { work: () => Promise<void>; end: () => void; started: () => boolean } {
  let started = false;
  let end = (): void => undefined;
  const done = new Promise<void>(resolve => (end = resolve));
  return { work: () => ((started = true), done), end: () => end(), started: () => started };
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('PIC-9: memory is bounded over all images that are decoded at once', () => {
  test('what fits runs at once, what does not waits in order, and nothing passes it', async () => {
    const budget = memoryBudget(100);
    const [a, b, c, d] = [task(), task(), task(), task()];
    const all = [budget(60, a.work), budget(60, b.work), budget(30, c.work), budget(500, d.work)];
    await turn();
    expect([a, b, c, d].map(({ started }) => started())).toEqual([true, false, false, false]);
    a.end();
    await turn();
    expect([b, c, d].map(({ started }) => started())).toEqual([true, true, false]);
    b.end();
    await turn();
    expect(d.started()).toBe(false);
    c.end();
    await turn();
    expect(d.started()).toBe(true);
    d.end();
    await Promise.all(all);
  });

  test('work that fails gives its memory back', async () => {
    const budget = memoryBudget(100);
    for (let round = 0; round < 5; round++)
      await expect(budget(90, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await budget(100, () => Promise.resolve(7))).toBe(7);
  });

  test('what is held whole counts by its size, what passes by rows does not', async () => {
    const picture = toSharp(scene(2000, 1500)).removeAlpha();
    const head = async (file: Buffer): Promise<number> => decodingMemory(await sharp(file).metadata());
    const rows = await head(await picture.clone().jpeg().toBuffer());
    const pixels = 2000 * 1500;
    expect(await head(await picture.clone().png({ compressionLevel: 1 }).toBuffer())).toBe(rows);
    expect(await head(await picture.clone().tiff().toBuffer())).toBe(rows);
    expect(await head(await picture.clone().jpeg({ progressive: true }).toBuffer())).toBe(rows + pixels * 6);
    expect(await head(await picture.clone().png({ progressive: true, compressionLevel: 1 }).toBuffer())).toBe(
      rows + pixels * 3,
    );
    expect(await head(await picture.clone().webp({ effort: 0 }).toBuffer())).toBe(rows + pixels * 4);
  });

  test('as many as wanted are prepared at once, each in its turn', async () => {
    const file = await toSharp(scene(600, 400)).removeAlpha().jpeg({ progressive: true }).toBuffer();
    const prepared = await Promise.all(Array.from({ length: 40 }, () => prepareImage(file, { maxSide: 64 })));
    expect(new Set(prepared.map(({ dataUrl }) => dataUrl)).size).toBe(1);
  });
});
