import { type EmbeddedPicture, Undecodable, viewOf } from '../raster.ts';
import { t } from '../../../base/l10n.ts';

/** Takes the TIFF preview out of a PostScript document; the drawing itself is a program that is not run. */
export function decodeEps(bytes: Uint8Array): EmbeddedPicture {
  const view = viewOf(bytes);
  if (view.getUint32(0) === 0xc5d0d3c6) {
    const [start, length] = [view.getUint32(20, true), view.getUint32(24, true)];
    if (length > 0)
      return {
        encoded: bytes.subarray(start, start + length),
        note: t('The preview of the PostScript document is used.'),
      };
  }
  throw new Undecodable(t('it contains drawing commands and no preview'));
}
