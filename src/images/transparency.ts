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
