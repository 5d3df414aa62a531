import { checkRasterSize, missingShare, type Raster, textAt, Undecodable, viewOf } from './raster.ts';
import { t } from '../../base/l10n.ts';

/** Decodes the Netpbm family: PBM, PGM and PPM, plain (P1 to P3) and raw (P4 to P6), PAM (P7), PFM (Pf, PF). */
export function decodeNetpbm(bytes: Uint8Array): Raster {
  const kind = textAt(bytes, 0, 2);
  const reader = { bytes, at: 2 };
  if (kind === 'P7') return decodePam(reader);
  if (kind === 'Pf' || kind === 'PF') return decodePfm(reader, kind === 'PF' ? 3 : 1);
  const level = Number(kind[1]);
  const [width, height] = [number(reader), number(reader)];
  const isBitmap = level === 1 || level === 4;
  const white = isBitmap ? 1 : number(reader);
  const channels = level === 3 || level === 6 ? 3 : 1;
  checkHeader(width, height, white);
  if (level <= 3) return plain(reader, { width, height, channels, white }, isBitmap);
  // A single white space ends the header.
  const data = bytes.subarray(reader.at + 1);
  return isBitmap ? bits(data, width, height) : raw(data, { width, height, channels, white });
}

interface Reader {
  bytes: Uint8Array;
  at: number;
}

/** The next word of a header; comments run from # to the end of the line. */
function word(reader: Reader): string {
  const { bytes } = reader;
  const isSpace = (byte: number | undefined): boolean =>
    byte !== undefined && (byte === 32 || (byte >= 9 && byte <= 13));
  let text = '';
  for (; reader.at < bytes.length; reader.at++) {
    const byte = bytes[reader.at];
    if (byte === 35) {
      while (reader.at < bytes.length && bytes[reader.at] !== 10 && bytes[reader.at] !== 13) reader.at++;
      if (text !== '') break;
    } else if (isSpace(byte)) {
      if (text !== '') break;
    } else {
      text += String.fromCharCode(byte ?? 0);
      if (text.length > 20) throw new Undecodable(t('its header is damaged'));
    }
  }
  if (text === '') throw new Undecodable(t('it is truncated, its end is missing'));
  return text;
}

function number(reader: Reader): number {
  const value = Number(word(reader));
  if (!Number.isFinite(value)) throw new Undecodable(t('its header is damaged'));
  return value;
}

function checkHeader(width: number, height: number, white: number): void {
  if (![width, height, white].every(Number.isInteger)) throw new Undecodable(t('its header is damaged'));
  checkRasterSize(width, height);
  if (white < 1 || white > 65_535)
    throw new Undecodable(t('its maximum sample value {white} is not valid', { white: String(white) }));
}

type Shape = Pick<Raster, 'width' | 'height' | 'channels'> & { white: number };

/** Samples of up to 255 lie in a byte each, larger ones in two, the higher first. */
function raw(data: Uint8Array, { white, ...shape }: Shape): Raster {
  const length = shape.width * shape.height * shape.channels;
  const wide = white > 255;
  const there = Math.min(length, wide ? data.length >> 1 : data.length);
  const damaged = missingShare(there, length);
  if (wide) {
    const view = viewOf(data);
    const samples = new Uint16Array(length);
    for (let at = 0; at < there; at++) samples[at] = view.getUint16(at * 2);
    return { ...shape, data: samples, white, damaged };
  }
  const samples = new Uint8Array(length);
  samples.set(data.subarray(0, there));
  stretch(samples, white);
  return { ...shape, data: samples, damaged };
}

function plain(reader: Reader, { white, ...shape }: Shape, isBitmap: boolean): Raster {
  const length = shape.width * shape.height * shape.channels;
  // Each sample takes at least one character.
  if (length > reader.bytes.length) throw new Undecodable(t('it is truncated, its end is missing'));
  const data = white > 255 ? new Uint16Array(length) : new Uint8Array(length);
  let at = 0;
  try {
    if (isBitmap) while (at < length) data[at++] = bit(reader) ? 0 : 255;
    else while (at < length) data[at++] = Math.min(white, number(reader));
  } catch (error) {
    if (at === 0) throw error;
    return { ...shape, data, damaged: true };
  }
  if (!isBitmap && data instanceof Uint8Array) stretch(data, white);
  return { ...shape, data, ...(white > 255 ? { white } : {}) };
}

/** In a plain bitmap no space need stand between two digits. */
function bit(reader: Reader): boolean {
  for (; reader.at < reader.bytes.length; reader.at++) {
    const byte = reader.bytes[reader.at];
    if (byte === 48 || byte === 49) {
      reader.at++;
      return byte === 49;
    }
    if (byte === 35) while (reader.at < reader.bytes.length && reader.bytes[reader.at] !== 10) reader.at++;
  }
  throw new Undecodable(t('it is truncated, its end is missing'));
}

/** A raw bitmap: eight pixels a byte, rows padded to whole bytes, 1 is black. */
function bits(packed: Uint8Array, width: number, height: number): Raster {
  const row = (width + 7) >> 3;
  const damaged = missingShare(packed.length, row * height);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data[y * width + x] = ((packed[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 0 : 255;
  return { data, width, height, channels: 1, damaged };
}

/** Spreads samples of which `white` is the largest over all of a byte. */
function stretch(data: Uint8Array, white: number): void {
  if (white >= 255) return;
  for (let at = 0; at < data.length; at++)
    data[at] = Math.min(255, Math.round(((data[at] ?? 0) * 255) / white));
}

function decodePam(reader: Reader): Raster {
  const fields: Record<string, string> = {};
  for (let name = word(reader); name !== 'ENDHDR'; name = word(reader)) fields[name] = word(reader);
  const [width, height, depth, white] = ['WIDTH', 'HEIGHT', 'DEPTH', 'MAXVAL'].map(name =>
    Number(fields[name]),
  );
  if (width === undefined || height === undefined || white === undefined)
    throw new Undecodable(t('its header is damaged'));
  checkHeader(width, height, white);
  if (depth !== 1 && depth !== 2 && depth !== 3 && depth !== 4)
    throw new Undecodable(
      t('it has {depth} samples per pixel, which is not supported', { depth: String(depth ?? 0) }),
    );
  return raw(reader.bytes.subarray(reader.at + 1), { width, height, channels: depth, white });
}

/** Floating point, rows from the bottom; the sign of the scale tells the order of bytes. */
function decodePfm(reader: Reader, channels: 1 | 3): Raster {
  const [width, height, scale] = [number(reader), number(reader), number(reader)];
  checkHeader(width, height, 1);
  const view = viewOf(reader.bytes.subarray(reader.at + 1));
  const row = width * channels;
  const damaged = missingShare(view.byteLength >> 2, row * height);
  const data = new Float32Array(row * height);
  const there = Math.min(data.length, view.byteLength >> 2);
  for (let at = 0; at < there; at++)
    data[(height - 1 - Math.floor(at / row)) * row + (at % row)] = view.getFloat32(at * 4, scale < 0);
  return { data, width, height, channels, damaged };
}
