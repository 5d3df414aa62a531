import { checkRasterSize, longestRun, missingShare, type Raster, Undecodable } from './raster.ts';
import { t } from '../../base/l10n.ts';

/** Decodes Radiance HDR (RGBE), plain, old and new run-length coding; amounts of light become what a screen is given. */
export function decodeRadiance(bytes: Uint8Array): Raster {
  const header = readHeader(bytes);
  const { width, height, topDown } = header;
  checkRasterSize(width, height);
  // A run codes up to 127 values in two bytes.
  const damaged = missingShare((bytes.length - header.end) * longestRun, width * height);
  const data = new Float32Array(width * height * 3);
  const line = new Uint8Array(width * 4);
  let at = header.end;
  let rows = 0;
  for (; rows < height && at < bytes.length; rows++) {
    at = readLine(bytes, at, line, width);
    const to = (topDown ? rows : height - 1 - rows) * width * 3;
    for (let x = 0; x < width; x++) {
      const exponent = line[x * 4 + 3] ?? 0;
      const scale = exponent === 0 ? 0 : 2 ** (exponent - 136);
      for (let channel = 0; channel < 3; channel++)
        data[to + x * 3 + channel] = asOnScreen((line[x * 4 + channel] ?? 0) * scale);
    }
  }
  if (rows === 0) throw new Undecodable(t('it is truncated, its end is missing'));
  return { data, width, height, channels: 3, damaged: damaged || rows < height };
}

/** Light as sRGB keeps it, going on beyond the white of a screen. */
function asOnScreen(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

function readHeader(bytes: Uint8Array): { width: number; height: number; topDown: boolean; end: number } {
  const text = Buffer.from(bytes.subarray(0, 8192)).toString('latin1');
  const size = /\n[ \t\r]*\n([-+])Y (\d{1,9}) \+X (\d{1,9})\n/.exec(text);
  if (size === null) throw new Undecodable(t('its header is damaged or rotates the image in an unusual way'));
  if (text.includes('FORMAT=32-bit_rle_xyze'))
    throw new Undecodable(t('its colours are XYZ, which is not supported'));
  return {
    width: Number(size[3]),
    height: Number(size[2]),
    topDown: size[1] === '-',
    end: size.index + size[0].length,
  };
}

/** Reads one line of pixels and says where the next begins. */
function readLine(bytes: Uint8Array, start: number, line: Uint8Array, width: number): number {
  let at = start;
  const isNew =
    width >= 8 && width < 32_768 && bytes[at] === 2 && bytes[at + 1] === 2 && (bytes[at + 2] ?? 255) < 128;
  if (!isNew) return readOldLine(bytes, at, line, width);
  at += 4;
  for (let channel = 0; channel < 4; channel++)
    for (let x = 0; x < width && at < bytes.length;) {
      const count = bytes[at++] ?? 0;
      const run = count > 128;
      for (let k = run ? count - 128 : count; k > 0 && x < width; k--, x++)
        line[x * 4 + channel] = bytes[run ? at : at++] ?? 0;
      if (run) at++;
    }
  return at;
}

/** Plain pixels; in the old coding 1, 1, 1 repeats the one before. */
function readOldLine(bytes: Uint8Array, start: number, line: Uint8Array, width: number): number {
  let at = start;
  let shift = 0;
  for (let x = 0; x < width && at < bytes.length; at += 4) {
    if (bytes[at] === 1 && bytes[at + 1] === 1 && bytes[at + 2] === 1 && x > 0) {
      for (let k = (bytes[at + 3] ?? 0) << shift; k > 0 && x < width; k--, x++)
        line.copyWithin(x * 4, (x - 1) * 4, x * 4);
      shift += 8;
    } else {
      line.set(bytes.subarray(at, at + 4), x++ * 4);
      shift = 0;
    }
  }
  return at;
}
