import { decodeDib } from './dib.ts';
import { type Decoded, textAt, Undecodable, viewOf } from './raster.ts';
import { t } from '../../base/l10n.ts';

/** Decodes a BMP, also one in an OS/2 bitmap array, and a DIB, which is a BMP without its first 14 bytes. */
export function decodeBmp(bytes: Uint8Array): Decoded {
  const view = viewOf(bytes);
  const kind = textAt(bytes, 0, 2);
  if (kind === 'BA') return decodeBmp(bytes.subarray(14));
  if (kind !== 'BM') return decodeDib(bytes, {});
  const pixelsAt = view.getUint32(10, true);
  if (bytes.length < 26) throw new Undecodable(t('it is truncated, its end is missing'));
  return decodeDib(bytes.subarray(14), { pixelsAt: pixelsAt - 14 });
}
