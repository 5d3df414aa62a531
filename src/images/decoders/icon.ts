import { decodeDib } from './dib.ts';
import { type Decoded, textAt, Undecodable, viewOf } from './raster.ts';
import { t } from '../../base/l10n.ts';

/**
 * Decodes the largest picture of an ICO or CUR file, of several as large the one with the most colours.
 * @param page Decodes another one: its place from 0, by size.
 */
export function decodeIcon(bytes: Uint8Array, page = 0): Decoded {
  const view = viewOf(bytes);
  const count = view.getUint16(4, true);
  const pictures = [];
  for (let index = 0; index < count && 6 + index * 16 + 16 <= bytes.length; index++) {
    const at = 6 + index * 16;
    const start = view.getUint32(at + 12, true);
    if (start + 16 <= bytes.length)
      pictures.push({
        // 0 stands for 256.
        pixels: (bytes[at] || 256) * (bytes[at + 1] || 256),
        length: view.getUint32(at + 8, true),
        start,
      });
  }
  pictures.sort((a, b) => b.pixels - a.pixels || b.length - a.length);
  let fault = new Undecodable(t('it holds no image'));
  for (const { start } of pictures.slice(page)) {
    // The stated length is often wrong, and a picture knows where it ends.
    const picture = bytes.subarray(start);
    try {
      if (textAt(picture, 1, 4) === 'PNG') return withPages({ encoded: picture }, pictures.length);
      return withPages(decodeDib(picture, { inIcon: true }), pictures.length);
    } catch (error) {
      if (error instanceof Undecodable) fault = error;
    }
  }
  throw fault;
}

function withPages(decoded: Decoded, pages: number): Decoded {
  return pages > 1 ? { ...decoded, pages } : decoded;
}
