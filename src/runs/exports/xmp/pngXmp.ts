import { crc32, inflateSync } from 'node:zlib';
import type { XmpEditor } from './embedXmp.ts';

const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1');

/** The signature and the IHDR chunk. */
const headLength = 33;

/** No packet is larger; a small chunk may unpack to anything. */
const longestPacket = 16 << 20;

/**
 * A PNG, animated or not, with an XMP packet in an iTXt chunk behind its head and without the one that it has; all other
 * chunks are the same, byte for byte.
 */
export function pngWithXmp(file: Buffer, edit: XmpEditor): Buffer | undefined {
  if (file.length < headLength || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const standing = findXmp(file);
  const packet = edit(standing === undefined ? undefined : textOf(standing.content));
  if (packet === undefined) return undefined;
  const cut = standing ?? { start: headLength, end: headLength };
  return Buffer.concat([
    file.subarray(0, headLength),
    // Not compressed, no language, no translated keyword.
    chunk('iTXt', Buffer.concat([keyword, Buffer.alloc(4), Buffer.from(packet)])),
    file.subarray(headLength, cut.start),
    file.subarray(cut.end),
  ]);
}

function findXmp(file: Buffer): { start: number; end: number; content: Buffer } | undefined {
  for (let start = headLength; start + 12 <= file.length;) {
    const length = file.readUInt32BE(start);
    const content = file.subarray(start + 8, start + 8 + length);
    const end = start + 12 + length;
    const type = file.toString('latin1', start + 4, start + 8);
    if (type === 'iTXt' && content.subarray(0, keyword.length).equals(keyword))
      return { start, end, content };
    start = end;
  }
  return undefined;
}

function textOf(content: Buffer): string {
  const compressed = content[keyword.length] === 1;
  const language = content.indexOf(0, keyword.length + 2);
  const text = content.subarray(content.indexOf(0, language + 1) + 1);
  try {
    return (compressed ? inflateSync(text, { maxOutputLength: longestPacket }) : text).toString('utf8');
  } catch {
    // Damaged: no packet that could be kept, which the editor of it will say.
    return 'damaged';
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const result = Buffer.alloc(named.length + 8);
  result.writeUInt32BE(content.length, 0);
  named.copy(result, 4);
  result.writeUInt32BE(crc32(named), named.length + 4);
  return result;
}
