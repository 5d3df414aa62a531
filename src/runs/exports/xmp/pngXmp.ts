import { isUtf8 } from 'node:buffer';
import { crc32, inflateSync } from 'node:zlib';
import type { XmpEditor } from './xmpPacket.ts';

const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1');

/** The signature and the IHDR chunk. */
const headLength = 33;

/** No packet is larger; a small chunk may unpack to anything. */
const longestPacket = 16 << 20;

/** What older programs put a packet into, in a coding of their own. */
const oldKeyword = Buffer.from('Raw profile type xmp\0', 'latin1');

interface Packet {
  start: number;
  end: number;
  /** `undefined` where it cannot be read. */
  text: string | undefined;
}

/**
 * A PNG, animated or not, with an XMP packet in an iTXt chunk behind its head and without the one that it has; all other
 * chunks are the same, byte for byte.
 */
export function pngWithXmp(file: Buffer, edit: XmpEditor): Buffer | undefined {
  if (file.length < headLength || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [standing, ...more] = packets(file);
  if (more.length > 0 || (standing !== undefined && standing.text === undefined)) return undefined;
  const packet = edit(standing?.text);
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

/** The packets of a PNG: in iTXt as the XMP specification has it, in zTXt as libvips writes it, in tEXt. */
function* packets(file: Buffer): Generator<Packet> {
  for (let start = headLength; start + 12 <= file.length;) {
    const length = file.readUInt32BE(start);
    const type = file.toString('latin1', start + 4, start + 8);
    const content = file.subarray(start + 8, start + 8 + length);
    const end = start + 12 + length;
    if (/^[itz][TE]Xt$/.test(type)) {
      if (startsWith(content, keyword))
        yield { start, end, text: textOf(type, content.subarray(keyword.length)) };
      else if (startsWith(content, oldKeyword)) yield { start, end, text: undefined };
    }
    start = end;
  }
}

function startsWith(content: Buffer, start: Buffer): boolean {
  return content.subarray(0, start.length).equals(start);
}

/** What stands behind the keyword of a chunk. */
function textOf(type: string, content: Buffer): string | undefined {
  if (type === 'tEXt') return decoded(content);
  if (type === 'zTXt') return inflated(content.subarray(1));
  const language = content.indexOf(0, 2);
  const text = content.subarray(content.indexOf(0, language + 1) + 1);
  return content[0] === 1 ? inflated(text) : decoded(text);
}

function inflated(content: Buffer): string | undefined {
  try {
    return decoded(inflateSync(content, { maxOutputLength: longestPacket }));
  } catch {
    // Damaged, or it unpacks to more than any packet has.
    return undefined;
  }
}

/** The text is UTF-8 whatever the chunk: XMP is nothing else in a PNG. */
function decoded(content: Buffer): string | undefined {
  return isUtf8(content) ? content.toString('utf8') : undefined;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const result = Buffer.alloc(named.length + 8);
  result.writeUInt32BE(content.length, 0);
  named.copy(result, 4);
  result.writeUInt32BE(crc32(named), named.length + 4);
  return result;
}
