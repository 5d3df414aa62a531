import { counted } from '../base/l10n.ts';
import type { RelayCount } from './describeImages.ts';

/** What was done, for a person: `2 images described by M (1 kept)`. Nothing where there was no image. */
export function relayWords({ model, described, kept }: Omit<RelayCount, 'usage'>): string | undefined {
  const images = described + kept;
  if (images === 0) return undefined;
  return kept === 0
    ? counted(images, '{count} image described by {model}', '{count} images described by {model}', { model })
    : counted(
        images,
        '{count} image described by {model} ({kept} kept)',
        '{count} images described by {model} ({kept} kept)',
        { model, kept },
      );
}
