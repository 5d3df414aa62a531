import { checkRasterSize, missingShare, type Raster, textAt, Undecodable } from '../raster.ts';
import { t } from '../../../base/l10n.ts';

const headLength = 512;

/** Samples of a pixel by the kind of picture; planes follow each other line by line. */
const kinds: Readonly<Record<string, 1 | 3 | 4>> = {
  greyscale: 1,
  grayscale: 1,
  rgb: 3,
  rgba: 4,
  x24: 3,
  b1: 1,
};

/** Decodes an IM picture (IFUNC): a text header of lines, an optional palette, planar rows from the bottom. */
export function decodeIm(bytes: Uint8Array): Raster {
  const fields = new Map(
    textAt(bytes, 0, headLength)
      .split(/\r?\n|\0/)
      .map(line => [line, line.indexOf(':')] as const)
      .filter(([, colon]) => colon > 0)
      .map(
        ([line, colon]) => [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const,
      ),
  );
  const [width = 0, height = 0] = (fields.get('image size (x*y)') ?? '').split('*').map(Number);
  checkRasterSize(width, height);
  const word = /\b(greyscale|grayscale|rgba|rgb|x ?24)\b/i.exec(fields.get('image type') ?? '')?.[1] ?? '';
  const channels = kinds[word.toLowerCase().replace(' ', '')];
  if (channels === undefined)
    throw new Undecodable(t('its kind "{kind}" is not supported', { kind: fields.get('image type') ?? '' }));
  const lut = fields.has('lut') ? bytes.subarray(headLength, headLength + 768) : undefined;
  const pixels = bytes.subarray(headLength + (lut?.length ?? 0));
  const isColoured = lut !== undefined && channels === 1;
  const out = isColoured ? 3 : channels;
  const damaged = missingShare(pixels.length, width * height * channels);
  const data = new Uint8Array(width * height * out);
  for (let y = 0; y < height; y++)
    for (let channel = 0; channel < channels; channel++)
      for (let x = 0; x < width; x++) {
        const value = pixels[((height - 1 - y) * channels + channel) * width + x] ?? 0;
        const to = (y * width + x) * out;
        if (isColoured) for (let k = 0; k < 3; k++) data[to + k] = lut[k * 256 + value] ?? 0;
        else data[to + channel] = value;
      }
  return {
    data,
    width,
    height,
    channels: out,
    damaged,
  };
}
