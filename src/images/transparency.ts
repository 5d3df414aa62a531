import type { Sharp } from 'sharp';

/** Enough pixels to know a share to a percent. */
const sampleSide = 256;

/** The share of a picture with alpha that is transparent, 0 to 1; an alpha of half counts half. */
export async function shareOf(image: Sharp): Promise<number> {
  const alpha = await image
    .resize({
      width: sampleSide,
      height: sampleSide,
      fit: 'inside',
      withoutEnlargement: true,
      kernel: 'linear',
    })
    .extractChannel('alpha')
    .raw({ depth: 'uchar' })
    .toBuffer();
  let sum = 0;
  for (const value of alpha) sum += 255 - value;
  return sum / (255 * alpha.length);
}
