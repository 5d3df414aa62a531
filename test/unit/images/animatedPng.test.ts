import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { RawPixels } from '../../../src/images/preparedImage.ts';
import { cicpChunk, withChunks } from '../../support/colourFiles.ts';
import { blue, bytesOf, halves, near, pixelAt, png, red, solid } from '../../support/pictures.ts';

interface Frame {
  pixels: RawPixels;
  left?: number;
  top?: number;
  dispose?: number;
  blend?: number;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The data chunks of a PNG, or one other chunk. */
function chunksOf(file: Buffer, wanted: string): Buffer {
  const found: Buffer[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString('latin1', at + 4, at + 8) === wanted)
      found.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  return Buffer.concat(found);
}

/** An animated PNG. */
async function apng(frames: readonly Frame[], cutLast = 0): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sequence = 0;
  for (const [index, { pixels, left = 0, top = 0, dispose = 0, blend = 0 }] of frames.entries()) {
    const file = await png(pixels);
    if (index === 0) {
      const count = Buffer.alloc(8);
      count.writeUInt32BE(frames.length);
      parts.push(file.subarray(0, 8), chunk('IHDR', chunksOf(file, 'IHDR')), chunk('acTL', count));
    }
    const control = Buffer.alloc(26);
    for (const [at, value] of [sequence++, pixels.width, pixels.height, left, top].entries())
      control.writeUInt32BE(value, at * 4);
    control.writeUInt16BE(1, 20);
    control.writeUInt16BE(10, 22);
    control.set([dispose, blend], 24);
    const all = chunksOf(file, 'IDAT');
    const data = index === frames.length - 1 && cutLast > 0 ? all.subarray(0, cutLast) : all;
    const number = Buffer.alloc(4);
    if (index > 0) number.writeUInt32BE(sequence++);
    parts.push(
      chunk('fcTL', control),
      index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([number, data])),
    );
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

const white = solid(40, 20, [255, 255, 255]);
const nothing = solid(40, 20, [0, 0, 0, 0]);
const told = (number: number, count: number): string =>
  `Only number ${number} of ${count} frames is sent; those before it are blank.`;

describe('PIC-5: of an animated PNG a blank first frame is not sent', () => {
  test.each([
    ['white', white],
    ['transparent', nothing],
  ])('%s: the first frame that shows something is, and it is told', async (_, blank) => {
    const file = await apng([
      { pixels: blank },
      { pixels: blank },
      { pixels: halves(40, 20, red, blue) },
      { pixels: white },
    ]);
    const { dataUrl, notes, original, width, height } = await prepareImage(file);
    expect({ width, height }).toEqual({ width: 40, height: 20 });
    expect(near(await pixelAt(bytesOf(dataUrl), 5, 10), red, 12)).toBe(true);
    expect(near(await pixelAt(bytesOf(dataUrl), 35, 10), blue, 12)).toBe(true);
    expect(notes).toEqual([told(3, 4)]);
    expect(original).toMatchObject({ format: 'png', width: 40, height: 20, pages: 4, page: 3 });
  });

  test('a frame that is smaller than the picture lies where it belongs, over what was there or instead of it', async () => {
    for (const blend of [0, 1]) {
      const part = { pixels: solid(16, 16, red), left: 20, top: 4, blend };
      const { dataUrl, width, notes } = await prepareImage(await apng([{ pixels: white, dispose: 1 }, part]));
      expect(width).toBe(40);
      expect(near(await pixelAt(bytesOf(dataUrl), 28, 12), red, 12)).toBe(true);
      expect(near(await pixelAt(bytesOf(dataUrl), 8, 10), [255, 255, 255], 12)).toBe(true);
      expect(notes).toEqual([told(2, 2)]);
    }
  });

  test('one that shows something, or is blank throughout, or whose next frame is damaged, is sent as before', async () => {
    const shown = { pixels: halves(40, 20, red, blue) };
    for (const file of [
      await apng([shown, { pixels: white }]),
      await apng([{ pixels: white }, { pixels: white }]),
      await apng([{ pixels: white }, shown], 5),
      await apng([{ pixels: white }, { ...shown, left: 1 }]),
    ])
      expect((await prepareImage(file)).notes).toEqual(['Only the first of 2 frames is sent.']);
  });

  test('PIC-4: its colours are those that cICP says', async () => {
    // 148 is the reference white of PQ.
    const shown = halves(40, 20, [148, 148, 148], [0, 0, 0]);
    const file = await apng([{ pixels: solid(40, 20, [148, 148, 148]) }, { pixels: shown }]);
    const { dataUrl, notes } = await prepareImage(
      withChunks(file, cicpChunk({ primaries: 9, transfer: 16 })),
    );
    expect(near(await pixelAt(bytesOf(dataUrl), 5, 10), [255, 255, 255], 4)).toBe(true);
    expect(near(await pixelAt(bytesOf(dataUrl), 35, 10), [0, 0, 0], 4)).toBe(true);
    expect(notes).toEqual([expect.stringContaining('HDR'), told(2, 2)]);
  });

  test('a frame that was asked for by its number is never another', async () => {
    const file = await apng([{ pixels: white }, { pixels: halves(40, 20, red, blue) }]);
    const first = await prepareImage(file, { page: 1 });
    expect(near(await pixelAt(bytesOf(first.dataUrl), 5, 10), [255, 255, 255], 4)).toBe(true);
    await expect(prepareImage(file, { page: 2 })).rejects.toThrow('only the first image is supported');
  });
});
