import { isUtf8 } from 'node:buffer';
import { exifWithDescription } from './exifDescription.ts';
import type { XmpEditor, XmpProperties } from './xmpPacket.ts';

interface Chunk {
  type: string;
  /** With its head, and the byte that makes its length even. */
  whole: Buffer;
  content: Buffer;
}

/** Bits of the VP8X chunk. */
const xmpFlag = 0x04;
const alphaFlag = 0x10;

/**
 * A WebP, animated or not, with an XMP chunk at its end and without the one that it has. A simple file becomes an extended
 * one, as only these have room for it. Exif says the same where it has a description; the chunks with the image are the same,
 * byte for byte.
 */
export function webpWithXmp(
  file: Buffer,
  edit: XmpEditor,
  { description }: XmpProperties,
): Buffer | undefined {
  const chunks = readChunks(file);
  const head = chunks === undefined ? undefined : extendedHead(chunks);
  if (chunks === undefined || head === undefined) return undefined;
  const [standing, ...more] = chunks.filter(({ type }) => type === 'XMP ');
  if (more.length > 0 || (standing !== undefined && !isUtf8(standing.content))) return undefined;
  const packet = edit(standing?.content.toString('utf8'));
  if (packet === undefined) return undefined;
  const kept: Buffer[] = [];
  for (const { type, content, whole } of chunks) {
    if (type === 'VP8X' || type === 'XMP ') continue;
    const changed = type === 'EXIF' ? exifChunk(content, description) : content;
    if (changed === undefined) return undefined;
    kept.push(changed === content ? whole : chunk(type, changed));
  }
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', head),
    ...kept,
    chunk('XMP ', Buffer.from(packet)),
  ]);
  return chunk('RIFF', body);
}

/** Some programs write it as it stands in a JPEG. */
function exifChunk(content: Buffer, description: string): Buffer | undefined {
  const start = content.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const exif = content.subarray(start);
  const changed = exifWithDescription(exif, description);
  if (changed === exif) return content;
  return changed === undefined ? undefined : Buffer.concat([content.subarray(0, start), changed]);
}

/** `undefined` where the file is cut or is made of anything else. */
function readChunks(file: Buffer): Chunk[] | undefined {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return undefined;
  const chunks: Chunk[] = [];
  for (let start = 12; start < end;) {
    if (start + 8 > end) return undefined;
    const length = file.readUInt32LE(start + 4);
    const next = start + 8 + length + (length % 2);
    if (next > file.length) return undefined;
    chunks.push({
      type: file.toString('latin1', start, start + 4),
      whole: file.subarray(start, next),
      content: file.subarray(start + 8, start + 8 + length),
    });
    start = next;
  }
  return chunks;
}

/** The content of the VP8X chunk with the mark that there is XMP. */
function extendedHead(chunks: readonly Chunk[]): Buffer | undefined {
  const [first] = chunks;
  if (first === undefined) return undefined;
  const { type, content } = first;
  if (type === 'VP8X' && content.length >= 10) {
    const head = Buffer.from(content);
    head[0] = (head[0] ?? 0) | xmpFlag;
    return head;
  }
  if (type === 'VP8 ' && content.length >= 10)
    return newHead(content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff, false);
  if (type === 'VP8L' && content.length >= 5) {
    const bits = content.readUInt32LE(1);
    return newHead((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, ((bits >>> 28) & 1) === 1);
  }
  return undefined;
}

function newHead(width: number, height: number, hasAlpha: boolean): Buffer {
  const head = Buffer.alloc(10);
  head[0] = xmpFlag | (hasAlpha ? alphaFlag : 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  return head;
}

function chunk(type: string, content: Buffer): Buffer {
  const result = Buffer.alloc(8 + content.length + (content.length % 2));
  result.write(type, 'latin1');
  result.writeUInt32LE(content.length, 4);
  content.copy(result, 8);
  return result;
}
