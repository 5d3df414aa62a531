import { checkRasterSize, missingShare, type Raster, textAt, Undecodable, viewOf } from './raster.ts';
import { t } from '../../base/l10n.ts';

const [block, card] = [2880, 80];

/** Decodes the picture in the first part of a FITS file: one plane, or three planes of red, green and blue. */
export function decodeFits(bytes: Uint8Array): Raster {
  const { fields, end } = readHeader(bytes);
  const number = (name: string, otherwise = 0): number => Number(fields.get(name) ?? otherwise);
  const axes = number('NAXIS');
  if (axes < 2) throw new Undecodable(t('its first part holds no image'));
  const [width, height] = [number('NAXIS1'), number('NAXIS2')];
  checkRasterSize(width, height);
  const channels = axes >= 3 && number('NAXIS3') === 3 ? 3 : 1;
  const bits = number('BITPIX');
  const [scale, zero] = [number('BSCALE', 1), number('BZERO')];
  const view = viewOf(bytes.subarray(end));
  const read = sampleReader(view, bits);
  const size = Math.abs(bits) / 8;
  const plane = width * height;
  const damaged = missingShare(view.byteLength, plane * channels * size);
  const data = new Float32Array(plane * channels);
  for (let at = 0; at < data.length && (at + 1) * size <= view.byteLength; at++) {
    const [channel, y, x] = [Math.floor(at / plane), Math.floor((at % plane) / width), at % width];
    // Rows are stored from the bottom.
    data[((height - 1 - y) * width + x) * channels + channel] = read(at * size) * scale + zero;
  }
  return { data, width, height, channels, damaged };
}

function readHeader(bytes: Uint8Array): { fields: Map<string, string>; end: number } {
  const fields = new Map<string, string>();
  for (let at = 0; at + card <= bytes.length; at += card) {
    const line = textAt(bytes, at, at + card);
    if (/^END\s*$/.test(line)) return { fields, end: Math.ceil((at + card) / block) * block };
    const [, name, value] = /^([A-Z\d_-]+)\s*=\s*([^/]*)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value.trim());
  }
  throw new Undecodable(t('it is truncated, its end is missing'));
}

function sampleReader(view: DataView, bits: number): (at: number) => number {
  switch (bits) {
    case 8:
      return at => view.getUint8(at);
    case 16:
      return at => view.getInt16(at);
    case 32:
      return at => view.getInt32(at);
    case -32:
      return at => view.getFloat32(at);
    case -64:
      return at => view.getFloat64(at);
    default:
      throw new Undecodable(
        t('its samples have {bits} bits, which is not supported', { bits: String(bits) }),
      );
  }
}
