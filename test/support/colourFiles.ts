/** Image files that say what their samples mean: by CICP, by gAMA and cHRM, by the CICP tag of a profile. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Code points of ITU-T H.273. */
export interface CodePoints {
  primaries: number;
  transfer: number;
  /** 1, where absent: black is 0 and white is the largest value. */
  fullRange?: 0 | 1;
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG with chunks put behind its header. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const end = 8 + 25;
  return Buffer.concat([png.subarray(0, end), ...chunks, png.subarray(end)]);
}

/** A cICP chunk. */
export function cicpChunk({ primaries, transfer, fullRange = 1 }: CodePoints): Buffer {
  return pngChunk('cICP', Buffer.from([primaries, transfer, 0, fullRange]));
}

/** A gAMA chunk: 0.45455 for what is shown with an exponent of 2.2. */
export function gammaChunk(gamma: number): Buffer {
  return pngChunk('gAMA', longs([gamma * 100_000]));
}

/** A cHRM chunk: x and y of white, red, green and blue. */
export function chromaChunk(values: readonly number[]): Buffer {
  return pngChunk('cHRM', longs(values.map(value => value * 100_000)));
}

function longs(values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => data.writeUInt32BE(Math.round(value), at * 4));
  return data;
}

/** An AVIF or HEIC file, its `nclx` boxes made to say something else. */
export function withNclx(file: Buffer, { primaries, transfer }: CodePoints): Buffer {
  const changed = Buffer.from(file);
  let found = 0;
  for (let at = changed.indexOf('colrnclx'); at >= 0; at = changed.indexOf('colrnclx', at + 8), found++) {
    changed.writeUInt16BE(primaries, at + 8);
    changed.writeUInt16BE(transfer, at + 10);
  }
  if (found === 0) throw new Error('The file has no nclx box.');
  return changed;
}

/** The sRGB profile with a CICP tag, which goes before what it says otherwise. */
export async function cicpProfile({ primaries, transfer, fullRange = 1 }: CodePoints): Promise<Buffer> {
  const image = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc: srgbProfile } = await sharp(await image.withIccProfile('srgb').png().toBuffer()).metadata();
  if (srgbProfile === undefined) throw new Error('sharp wrote no profile.');
  const count = srgbProfile.readUInt32BE(128);
  const tableEnd = 132 + count * 12;
  const content = Buffer.concat([
    Buffer.from('cicp\0\0\0\0', 'latin1'),
    Buffer.from([primaries, transfer, 0, fullRange]),
  ]);
  const table = Buffer.from(srgbProfile.subarray(132, tableEnd));
  for (let at = 4; at < table.length; at += 12) table.writeUInt32BE(table.readUInt32BE(at) + 12, at);
  const tag = Buffer.concat([
    Buffer.from('cicp', 'latin1'),
    longs([srgbProfile.length + 12, content.length]),
  ]);
  const head = Buffer.from(srgbProfile.subarray(0, 132));
  head.writeUInt32BE(count + 1, 128);
  head.writeUInt32BE(srgbProfile.length + 12 + content.length, 0);
  return Buffer.concat([head, table, tag, srgbProfile.subarray(tableEnd), content]);
}
