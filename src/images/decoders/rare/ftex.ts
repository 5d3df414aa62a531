import { readBc1 } from '../blocks.ts';
import { readBlocks } from '../dds.ts';
import { checkRasterSize, missingShare, type Raster, Undecodable, viewOf } from '../raster.ts';
import { t } from '../../../base/l10n.ts';

/** Decodes the largest picture of an FTEX texture (Independence War 2): plain RGB or BC1. */
export function decodeFtex(bytes: Uint8Array): Raster {
  const view = viewOf(bytes);
  const [width, height] = [view.getUint32(8, true), view.getUint32(12, true)];
  checkRasterSize(width, height);
  const kind = view.getUint32(24, true);
  const start = view.getUint32(28, true);
  const pixels = bytes.subarray(start + 4, start + 4 + view.getUint32(start, true));
  if (kind === 0) return readBlocks(pixels, { width, height, bytesEach: 8, read: readBc1 });
  if (kind !== 1) throw new Undecodable(t('its encoding ({kind}) is not supported', { kind: String(kind) }));
  const damaged = missingShare(pixels.length, width * height * 3);
  const data = new Uint8Array(width * height * 3);
  data.set(pixels.subarray(0, data.length));
  return { data, width, height, channels: 3, damaged };
}
