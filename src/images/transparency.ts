import type { RawPixels } from './preparedImage.ts';

/** Whether pixels have alpha, as their last channel. */
export function hasAlpha({ channels }: Pick<RawPixels, 'channels'>): boolean {
  return channels === 2 || channels === 4;
}

/** The share of pixels that is transparent, 0 to 1; an alpha of half counts half. */
export function transparentShareOf({ data, channels }: Pick<RawPixels, 'data' | 'channels'>): number {
  if (!hasAlpha({ channels })) return 0;
  let opacity = 0;
  for (let at = channels - 1; at < data.length; at += channels) opacity += data[at] ?? 0;
  return 1 - opacity / ((255 * data.length) / channels);
}

/** Whether nearly all that is visible is nearly white, on a ground of which much is transparent: on white it would vanish. */
export function isWhiteOnNothing({ data, channels }: Pick<RawPixels, 'data' | 'channels'>): boolean {
  if (!hasAlpha({ channels })) return false;
  let [visible, bright, pixels] = [0, 0, 0];
  for (let at = 0; at + channels <= data.length; at += channels, pixels++) {
    const alpha = data[at + channels - 1] ?? 0;
    if (alpha < 32) continue;
    visible++;
    const colours = data.subarray(at, at + channels - 1);
    if (colours.every(value => value >= 235)) bright++;
  }
  return visible > 0 && visible < 0.9 * pixels && bright > 0.98 * visible;
}
