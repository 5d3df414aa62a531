import { type ColourSpace, cicpSpace, gammaSpace } from '../colour/colourSpace.ts';
import { codes } from '../colour/transfer.ts';
import type { Primaries } from '../colour/primaries.ts';
import { textAt, viewOf } from '../decoders/raster.ts';
import { pngChunks } from './damage.ts';

/** The name that a profile in a PNG has where the samples are PQ whatever it says (W3C note "Using the ITU BT.2100 PQ EOTF with PNG"). */
const pqProfile = 'ITUR_2100_PQ_FULL';

/**
 * What a PNG says of its samples beside a profile (PNG, third edition, 4.3): cICP goes before iCCP, that before sRGB, that before
 * gAMA and cHRM.
 * @returns undefined where nothing is said, or a profile or sRGB.
 */
export function pngColours(bytes: Uint8Array): ColourSpace | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = viewOf(bytes);
  const found = new Map<string, { at: number; length: number }>();
  for (const { type, data } of pngChunks(view)) {
    if (type === 'IDAT') break;
    const length = numbers.getUint32(data - 8);
    if (data + length <= bytes.length) found.set(type, { at: data, length });
  }
  const chunk = (type: string, length: number): number | undefined => {
    const there = found.get(type);
    return there?.length === length ? there.at : undefined;
  };
  const cicp = chunk('cICP', 4);
  if (cicp !== undefined) {
    const [primaries = 2, transfer = 2, , isFull] = bytes.subarray(cicp, cicp + 4);
    return cicpSpace({ primaries, transfer, isNarrow: isFull === 0 });
  }
  const profile = found.get('iCCP');
  if (profile !== undefined)
    return textAt(bytes, profile.at, profile.at + pqProfile.length + 1) === `${pqProfile}\0`
      ? cicpSpace({ primaries: 9, transfer: codes.pq, isNarrow: false })
      : undefined;
  if (found.has('sRGB')) return undefined;
  const [gamma, chroma] = [chunk('gAMA', 4), chunk('cHRM', 32)];
  if (gamma === undefined && chroma === undefined) return undefined;
  const exponent = gamma === undefined ? undefined : 100_000 / numbers.getUint32(gamma);
  return gammaSpace(
    exponent !== undefined && exponent > 0.1 && exponent < 10 ? exponent : undefined,
    chroma === undefined ? undefined : primariesAt(numbers, chroma),
  );
}

/** The primaries of cHRM, which names white first; undefined where they are none. */
function primariesAt(view: DataView, at: number): Primaries | undefined {
  const numbers = Array.from({ length: 8 }, (_, k) => view.getUint32(at + k * 4) / 100_000);
  const [whiteX = 0, whiteY = 0, ...colours] = numbers;
  return numbers.every(value => value >= 0 && value <= 1) && whiteY > 0
    ? ([...colours, whiteX, whiteY] as unknown as Primaries)
    : undefined;
}
