import type { Raster } from '../decoders/raster.ts';
import { inStrips } from '../inStrips.ts';
import { areSrgb, luminanceWeights, toSrgbMatrix, type Matrix } from './primaries.ts';
import { type ColourSpace, spaceWords } from './colourSpace.ts';
import { t } from '../../base/l10n.ts';

/** From this share of white on, light is compressed in images that hold more than white; below it, it stays as it is. */
const knee = 0.8;

/** Steps of light for which its sRGB value is computed once. */
const steps = 262_144;

/** What was done to an image's colours, for the person. */
export function colourNote(space: ColourSpace): string {
  const words = spaceWords(space);
  return space.transfer.isHdr
    ? t(
        'It is an HDR image ({words}): its colours are tone-mapped to sRGB, the reference white of 203 cd/m² to white.',
        { words },
      )
    : t('Its colours ({words}) are converted to sRGB.', { words });
}

/**
 * Samples of a colour space as sRGB: of HDR in 8 bits, tone-mapped (ITU-R BT.2408: the reference white of 203 cd/m² is white),
 * of others in their own depth. What sRGB cannot show is clipped. Alpha stays.
 * @param raster of whole numbers, 8 or 16 bits.
 */
export async function toScreenColours(raster: Omit<Raster, 'white'>, space: ColourSpace): Promise<Raster> {
  const { data, width, height, channels } = raster;
  const { transfer, primaries } = space;
  const matrix = channels <= 2 || areSrgb(primaries) ? undefined : toSrgbMatrix(primaries);
  const wide = data instanceof Uint16Array && !transfer.isHdr;
  const target = wide ? new Uint16Array(data.length) : new Uint8Array(data.length);
  const values = srgbTable(wide ? 65_535 : 255);
  const colours = channels <= 2 ? 1 : 3;
  const read = lightReader(data, { light: lightTable(data, space), colours, space });
  const pixel: Pixel = new Float64Array(3);
  let peak = 1;
  if (transfer.isHdr)
    await inStrips(width * height, (from, to) => {
      for (let at = from * channels; at < to * channels; at += channels) {
        read(at, pixel);
        peak = Math.max(peak, brightest(pixel));
      }
    });
  const alphaScale = data instanceof Uint16Array && !wide ? 1 / 257 : 1;
  await inStrips(width * height, (from, to) => {
    for (let at = from * channels; at < to * channels; at += channels) {
      read(at, pixel);
      if (peak > 1) compress(pixel, peak);
      if (matrix !== undefined) multiply(matrix, pixel);
      for (let k = 0; k < colours; k++) {
        const light = pixel[k] ?? 0;
        target[at + k] = values[light >= 1 ? steps : light > 0 ? Math.round(light * steps) : 0] ?? 0;
      }
      if (colours < channels) target[at + colours] = Math.round((data[at + colours] ?? 0) * alphaScale);
    }
  });
  return { ...raster, data: target };
}

/** Light of each sample that there can be. */
function lightTable(data: Raster['data'], { transfer, isNarrow }: ColourSpace): Float64Array {
  const top = data instanceof Uint16Array ? 65_535 : 255;
  const [black, span] = isNarrow ? [16 / 255, 219 / 255] : [0, 1];
  return Float64Array.from({ length: top + 1 }, (_, sample) =>
    transfer.toLight(Math.min(1, Math.max(0, (sample / top - black) / span))),
  );
}

/** Light of red, green and blue, 1 is white; of a grey image the first. */
type Pixel = Float64Array;

/** Reads the light of a pixel, in the primaries of its space. Bare arithmetic, since it runs over every pixel. */
function lightReader(
  data: Raster['data'],
  { light, colours, space }: { light: Float64Array; colours: 1 | 3; space: ColourSpace },
): (at: number, pixel: Pixel) => void {
  const { sceneFactor } = space.transfer;
  if (colours === 1)
    return (at, pixel) => {
      const grey = light[data[at] ?? 0] ?? 0;
      pixel[0] = sceneFactor === undefined ? grey : grey * sceneFactor(grey);
    };
  const [wr, wg, wb] = luminanceWeights(space.primaries);
  return (at, pixel) => {
    const r = light[data[at] ?? 0] ?? 0;
    const g = light[data[at + 1] ?? 0] ?? 0;
    const b = light[data[at + 2] ?? 0] ?? 0;
    const factor = sceneFactor === undefined ? 1 : sceneFactor(wr * r + wg * g + wb * b);
    pixel[0] = r * factor;
    pixel[1] = g * factor;
    pixel[2] = b * factor;
  };
}

function brightest(pixel: Pixel): number {
  return Math.max(pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0);
}

/**
 * Brings light from the knee to the peak between the knee and white: steady and smooth, so that what is brighter stays brighter
 * (Reinhard et al. 2002, equation 4, above the knee only). By the largest of the three, so that the hue stays.
 */
function compress(pixel: Pixel, peak: number): void {
  const most = brightest(pixel);
  if (most <= knee) return;
  const top = (peak - knee) / (1 - knee);
  const over = (most - knee) / (1 - knee);
  const by = (knee + ((1 - knee) * (over * (1 + over / (top * top)))) / (1 + over)) / most;
  for (let k = 0; k < 3; k++) pixel[k] = (pixel[k] ?? 0) * by;
}

function multiply([red, green, blue]: Matrix, pixel: Pixel): void {
  const r = pixel[0] ?? 0;
  const g = pixel[1] ?? 0;
  const b = pixel[2] ?? 0;
  pixel[0] = red[0] * r + red[1] * g + red[2] * b;
  pixel[1] = green[0] * r + green[1] * g + green[2] * b;
  pixel[2] = blue[0] * r + blue[1] * g + blue[2] * b;
}

/** The sRGB value of each step of light (IEC 61966-2-1). */
function srgbTable(top: number): Uint16Array {
  return Uint16Array.from({ length: steps + 1 }, (_, step) => {
    const light = step / steps;
    return Math.round(top * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
}
