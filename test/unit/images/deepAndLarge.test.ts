import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';

const [width, height] = [600, 300];

/** An RGB PNG of 16 bits: grey values along each row, of every range that `valueAt` gives. */
function deepPng(valueAt: (column: number) => number): Promise<Buffer> {
  const samples = new Uint16Array(width * height * 3);
  for (let at = 0; at < samples.length; at++) samples[at] = valueAt(Math.floor(at / 3) % width);
  return sharp(samples, { raw: { width, height, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
}

async function shown(file: Buffer): Promise<{ row: number[]; notes: readonly string[] }> {
  const { dataUrl, notes, ...size } = await prepareImage(file, { maxSide: 200, quality: 95 });
  expect(size).toMatchObject({ width: 200, height: 100 });
  const jpeg = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { row: [...data.subarray(50 * 200, 51 * 200)], notes };
}

test('an image of 16 bits that is larger than what is sent is shown from black to white where it has the full range', async () => {
  const { row, notes } = await shown(await deepPng(column => Math.round((column / (width - 1)) * 65_535)));
  expect(notes).toContain('Its values are shown from 0 (black) to 65,535 (white), the full range.');
  for (const [column, value] of row.entries()) expect(Math.abs(value - (column / 199) * 255)).toBeLessThan(4);
});

test('one that uses little of its range is shown by all of its values, not by those that scaling has brought together', async () => {
  // Every third column is brighter: scaled down by three, all columns are alike.
  const file = await deepPng(column => (column % 3 === 0 ? 3000 : 1000));
  const { notes } = await shown(file);
  expect(notes).toContain(
    'Its values are shown from 1,000 (black) to 3,000 (white), where nearly all of them lie.',
  );
});
