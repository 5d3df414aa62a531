import { plural } from '../base/format.ts';
import type { RelayCount } from './describeImages.ts';

/** What was done, for a person: `2 images described by M (1 kept)`. Nothing where there was no image. */
export function relayWords({ model, described, kept }: Omit<RelayCount, 'usage'>): string | undefined {
  const images = described + kept;
  if (images === 0) return undefined;
  return `${plural(images, 'image')} described by ${model}${kept === 0 ? '' : ` (${kept} kept)`}`;
}
