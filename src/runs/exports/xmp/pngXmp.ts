import { isUtf8 } from 'node:buffer';
import { crc32, inflateSync } from 'node:zlib';
import { exifWithDescription } from './exifDescription.ts';
import type { XmpEditor, XmpProperties } from './xmpPacket.ts';

const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1');

/** The signature and the IHDR chunk. */
const headLength = 33;

/** No packet is larger; a small chunk may unpack to anything. */
const longestPacket = 16 << 20;

const descriptionKeyword = Buffer.from('Description\0', 'latin1');

/** What older programs put metadata into, in a coding of their own. */
const oldKeywords = ['xmp', 'exif', 'APP1', 'iptc', '8bim'].map(kind =>
  Buffer.from(`Raw profile type ${kind}\0`, 'latin1'),
);

interface Chunk {
  type: string;
  content: Buffer;
  /** With its length, type and checksum. */
  whole: Buffer;
  /** Where it ends in the file. */
  end: number;
}

/**
 * A PNG, animated or not, with an XMP packet in an iTXt chunk behind its head and without the one that it has. Exif and the
 * text `Description` say the same where they are there; all other chunks are the same, byte for byte.
 */
export function pngWithXmp(
  file: Buffer,
  edit: XmpEditor,
  { description }: XmpProperties,
): Buffer | undefined {
  if (file.length < headLength || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const all = [...chunks(file)];
  const [standing, ...more] = all.filter(one => textUnder(one, keyword) !== undefined);
  const text = standing === undefined ? undefined : textUnder(standing, keyword)?.text;
  if (more.length > 0 || (standing !== undefined && text === undefined)) return undefined;
  const packet = edit(text);
  if (packet === undefined) return undefined;
  const pieces = [file.subarray(0, headLength), textChunk(keyword, packet)];
  for (const one of all) {
    if (one === standing) continue;
    if (oldKeywords.some(old => textUnder(one, old) !== undefined)) return undefined;
    if (textUnder(one, descriptionKeyword) !== undefined)
      pieces.push(textChunk(descriptionKeyword, description));
    else if (one.type === 'eXIf') {
      const changed = exifWithDescription(one.content, description);
      if (changed === undefined) return undefined;
      pieces.push(changed === one.content ? one.whole : chunk('eXIf', changed));
    } else pieces.push(one.whole);
  }
  const end = all.at(-1)?.end ?? headLength;
  return Buffer.concat([...pieces, file.subarray(end)]);
}

/** The chunks behind the head; what is cut is none. */
function* chunks(file: Buffer): Generator<Chunk> {
  for (let start = headLength; start + 12 <= file.length;) {
    const length = file.readUInt32BE(start);
    const end = start + 12 + length;
    if (end > file.length) return;
    yield {
      type: file.toString('latin1', start + 4, start + 8),
      content: file.subarray(start + 8, start + 8 + length),
      whole: file.subarray(start, end),
      end,
    };
    start = end;
  }
}

/**
 * The text of a chunk with this keyword: in iTXt as the XMP specification has it, in zTXt as libvips writes it, in tEXt.
 * `undefined` where it is any other chunk; without `text` where that cannot be read.
 */
function textUnder({ type, content }: Chunk, wanted: Buffer): { text: string | undefined } | undefined {
  if (!/^[itz][TE]Xt$/.test(type) || !content.subarray(0, wanted.length).equals(wanted)) return undefined;
  return { text: textOf(type, content.subarray(wanted.length)) };
}

/** Text in UTF-8: not compressed, no language, no translated keyword. */
function textChunk(name: Buffer, text: string): Buffer {
  return chunk('iTXt', Buffer.concat([name, Buffer.alloc(4), Buffer.from(text)]));
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
