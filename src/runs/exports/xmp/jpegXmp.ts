import { isUtf8 } from 'node:buffer';
import type { XmpEditor } from './xmpPacket.ts';

/** What an APP1 segment with XMP begins with (XMP specification, part 3). */
const signature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/** The same of what does not fit into one. */
const longSignature = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1');

/** Bytes of a segment's content, the two of its length not counted. */
const longest = 65_533;

interface Segment {
  marker: number;
  start: number;
  end: number;
  content: Buffer;
}

/**
 * A JPEG with an XMP packet in an APP1 segment, in the place of the one it has or behind JFIF and Exif; all else is the same,
 * byte for byte.
 */
export function jpegWithXmp(file: Buffer, edit: XmpEditor): Buffer | undefined {
  const all = [...segments(file)];
  const isXmp = ({ marker, content }: Segment): boolean =>
    marker === 0xe1 && content.subarray(0, signature.length).equals(signature);
  const [standing, ...more] = all.filter(isXmp);
  const text = standing?.content.subarray(signature.length);
  // Which of several counts, and what another coding says, cannot be told.
  if (more.length > 0 || (text !== undefined && !isUtf8(text)) || all.some(hasLongDescription))
    return undefined;
  const packet = edit(text?.toString('utf8'));
  if (packet === undefined) return undefined;
  const content = Buffer.concat([signature, Buffer.from(packet)]);
  if (content.length > longest) return undefined;
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  const leading = all.findIndex(segment => !isFirst(segment));
  const at = standing ?? { start: all[leading]?.start ?? 2, end: all[leading]?.start ?? 2 };
  return Buffer.concat([file.subarray(0, at.start), head, content, file.subarray(at.end)]);
}

/** Whether a segment has a part of a packet that was too long for one, and the description is in it. */
function hasLongDescription({ marker, content }: Segment): boolean {
  const isLong = marker === 0xe1 && content.subarray(0, longSignature.length).equals(longSignature);
  return isLong && content.includes('dc:description');
}

/** JFIF and Exif come first, where there are such. */
function isFirst({ marker, content }: Segment): boolean {
  return marker === 0xe0 || (marker === 0xe1 && content.subarray(0, 4).toString('latin1') === 'Exif');
}

/** The segments before the picture's data, and the first of that. */
function* segments(file: Buffer): Generator<Segment> {
  let start = 2;
  while (start + 4 <= file.length && file[start] === 0xff) {
    // A marker may have any number of these before it.
    let at = start;
    while (file[at + 1] === 0xff) at++;
    const marker = file[at + 1] ?? 0;
    const end = at + 2 + (at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0);
    yield { marker, start, end, content: file.subarray(at + 4, end) };
    if (marker === 0xda || end > file.length || end < at + 4) return;
    start = end;
  }
}
