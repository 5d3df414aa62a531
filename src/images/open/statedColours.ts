import { type ColourSpace, cicpSpace } from '../colour/colourSpace.ts';
import { profileCicp } from '../colourProfile.ts';
import { textAt } from '../decoders/raster.ts';
import { heifColours } from './heifColours.ts';
import { pngColours } from './pngColours.ts';

/**
 * What a file says that its samples mean, where that is no colour profile which is applied as such.
 * @param icc its profile, whose CICP tag goes before the rest of it.
 */
export function statedColours(bytes: Uint8Array, icc: Uint8Array | undefined): ColourSpace | undefined {
  const stated =
    textAt(bytes, 1, 4) === 'PNG'
      ? pngColours(bytes)
      : textAt(bytes, 4, 8) === 'ftyp'
        ? heifColours(bytes)
        : undefined;
  if (stated !== undefined) return stated;
  const cicp = icc && profileCicp(icc);
  return cicp && cicpSpace(cicp);
}
