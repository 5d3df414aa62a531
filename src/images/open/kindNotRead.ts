import { textAt } from '../decoders/raster.ts';
import { tiffPages } from './tiffPages.ts';
import { t } from '../../base/l10n.ts';

/**
 * What about a file of a format that is read is not read, as a clause for the person.
 * @returns undefined where nothing is known that would explain it: then it is damaged.
 */
export function kindNotRead(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegKind(bytes);
  if (textAt(bytes, 1, 4) === 'PNG')
    return textAt(bytes, 12, 16) === 'CgBI'
      ? which(t('a PNG image in the CgBI variant of iPhone apps'))
      : undefined;
  const [page] = tiffPages(bytes);
  if (page === undefined) return undefined;
  if (page.sampleFormat === 5 || page.sampleFormat === 6) return which(t('a TIFF image of complex numbers'));
  if (page.compression === 6) return which(t('a TIFF image with old-style JPEG compression'));
  return knownCompressions.has(page.compression)
    ? undefined
    : t('it is a TIFF image whose compression, number {compression}, is not supported', {
        compression: String(page.compression),
      });
}

function which(kind: string): string {
  return t('it is {kind}, which is not supported', { kind });
}

/** Compressions of TIFF files that are read. */
const knownCompressions: ReadonlySet<number> = new Set([
  1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 34_925, 50_000, 50_001,
]);

/** Frames of JPEG that are not read, by their marker. */
const frames = (): Readonly<Record<number, string>> => ({
  0xc3: t('a lossless JPEG image'),
  0xc5: t('a hierarchical JPEG image'),
  0xc6: t('a hierarchical JPEG image'),
  0xc7: t('a hierarchical JPEG image'),
  0xc9: t('a JPEG image with arithmetic coding'),
  0xca: t('a JPEG image with arithmetic coding'),
  0xcb: t('a lossless JPEG image with arithmetic coding'),
  0xcd: t('a hierarchical JPEG image'),
  0xce: t('a hierarchical JPEG image'),
  0xcf: t('a hierarchical JPEG image'),
  0xf7: t('a JPEG-LS image'),
});

/** Most segments before the frame. */
const maxSegments = 1000;

function jpegKind(bytes: Uint8Array): string | undefined {
  let at = 2;
  for (let segment = 0; segment < maxSegments && bytes[at] === 0xff; segment++) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const precision = bytes[at + 4] ?? 8;
    if (marker >= 0xc0 && marker <= 0xc2 && precision !== 8)
      return which(t('a JPEG image with {precision} bits per sample', { precision: String(precision) }));
    const frame = frames()[marker];
    if (frame !== undefined) return which(frame);
    if (marker === 0xda || (marker >= 0xc0 && marker <= 0xc2)) return undefined;
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return undefined;
}
