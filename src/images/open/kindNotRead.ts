import { textAt } from '../decoders/raster.ts';
import { tiffPages } from './tiffPages.ts';

/**
 * What about a file of a format that is read is not read, a noun with its article: "a JPEG image with 12 bits a sample".
 * @returns undefined where nothing is known that would explain it: then it is damaged.
 */
export function kindNotRead(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegKind(bytes);
  if (textAt(bytes, 1, 4) === 'PNG')
    return textAt(bytes, 12, 16) === 'CgBI' ? 'a PNG image in the CgBI variant of iPhone apps' : undefined;
  const [page] = tiffPages(bytes);
  if (page === undefined) return undefined;
  if (page.sampleFormat === 5 || page.sampleFormat === 6) return 'a TIFF image of complex numbers';
  if (page.compression === 6) return 'a TIFF image with old-style JPEG compression';
  return knownCompressions.has(page.compression)
    ? undefined
    : `a TIFF image whose compression, number ${page.compression},`;
}

/** Compressions of TIFF files that are read. */
const knownCompressions: ReadonlySet<number> = new Set([
  1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 34_925, 50_000, 50_001,
]);

/** Frames of JPEG that are not read, by their marker. */
const frames: Readonly<Record<number, string>> = {
  0xc3: 'a lossless JPEG image',
  0xc5: 'a hierarchical JPEG image',
  0xc6: 'a hierarchical JPEG image',
  0xc7: 'a hierarchical JPEG image',
  0xc9: 'a JPEG image with arithmetic coding',
  0xca: 'a JPEG image with arithmetic coding',
  0xcb: 'a lossless JPEG image with arithmetic coding',
  0xcd: 'a hierarchical JPEG image',
  0xce: 'a hierarchical JPEG image',
  0xcf: 'a hierarchical JPEG image',
  0xf7: 'a JPEG-LS image',
};

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
      return `a JPEG image with ${precision} bits per sample`;
    if (frames[marker] !== undefined) return frames[marker];
    if (marker === 0xda || (marker >= 0xc0 && marker <= 0xc2)) return undefined;
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return undefined;
}
