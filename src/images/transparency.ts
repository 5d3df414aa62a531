import { inStrips } from './inStrips.ts';
import type { RawPixels } from './preparedImage.ts';

/** Whether pixels have alpha, as their last channel. */
export function hasAlpha({ channels }: Pick<RawPixels, 'channels'>): boolean {
  return channels === 2 || channels === 4;
}

/** The share of pixels that is transparent, 0 to 1; an alpha of half counts half. */
export async function transparentShareOf({
  data,
  channels,
}: Pick<RawPixels, 'data' | 'channels'>): Promise<number> {
  if (!hasAlpha({ channels })) return 0;
  const pixels = Math.floor(data.length / channels);
  let opacity = 0;
  await inStrips(pixels, (from, to) => {
    let sum = 0;
    for (let pixel = from; pixel < to; pixel++) sum += data[(pixel + 1) * channels - 1] ?? 0;
    opacity += sum;
  });
  return 1 - opacity / (255 * pixels);
}

/** Whether nearly all that is visible is nearly white, on a ground of which much is transparent: on white it would vanish. */
export async function isWhiteOnNothing({
  data,
  channels,
}: Pick<RawPixels, 'data' | 'channels'>): Promise<boolean> {
  if (!hasAlpha({ channels })) return false;
  const pixels = Math.floor(data.length / channels);
  let [allVisible, allBright] = [0, 0];
  await inStrips(pixels, (from, to) => {
    let [visible, bright] = [0, 0];
    for (let pixel = from; pixel < to; pixel++) {
      const alpha = (pixel + 1) * channels - 1;
      if ((data[alpha] ?? 0) < 32) continue;
      visible++;
      let at = pixel * channels;
      while (at < alpha && (data[at] ?? 0) >= 235) at++;
      if (at === alpha) bright++;
    }
    allVisible += visible;
    allBright += bright;
  });
  return allVisible > 0 && allVisible < 0.9 * pixels && allBright > 0.98 * allVisible;
}
