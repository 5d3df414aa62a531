import { isUtf8 } from 'node:buffer';
import { exifWithDescription } from './exifDescription.ts';
import { mayHoldIptc, photoshopSignature, resourcesWithCaption } from './photoshopResources.ts';
import type { XmpEditor, XmpProperties } from './xmpPacket.ts';

/** What an APP1 segment with XMP begins with (XMP specification, part 3). */
const signature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/** The same of what does not fit into one. */
const longSignature = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1');

const exifSignature = Buffer.from('Exif\0\0', 'latin1');

/** Bytes of a segment's content, the two of its length not counted. */
const longest = 65_533;

interface Segment {
  marker: number;
  start: number;
  end: number;
  content: Buffer;
}

/**
 * A JPEG with an XMP packet in an APP1 segment, in the place of the one it has or behind JFIF and Exif. Exif and IPTC say the
 * same where they have a description; all else is the same, byte for byte.
 */
export function jpegWithXmp(file: Buffer, edit: XmpEditor, properties: XmpProperties): Buffer | undefined {
  const all = [...segments(file)];
  const [standing, ...more] = all.filter(segment => begins(segment, 0xe1, signature));
  const text = standing?.content.subarray(signature.length);
  // Which of several counts, and what another coding says, cannot be told.
  if (more.length > 0 || (text !== undefined && !isUtf8(text)) || all.some(hasLongDescription))
    return undefined;
  const packet = edit(text?.toString('utf8'));
  if (packet === undefined) return undefined;
  const resources = all.filter(segment => begins(segment, 0xed, photoshopSignature));
  // Resources that are divided among segments are one stream.
  if (resources.length > 1 && mayHoldIptc(Buffer.concat(resources.map(({ content }) => content))))
    return undefined;

  const changes: { start: number; end: number; segment: Buffer }[] = [];
  const change = ({ start, end, marker }: Omit<Segment, 'content'>, content: Buffer | undefined): boolean => {
    if (content === undefined || content.length > longest) return false;
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    changes.push({ start, end, segment: Buffer.concat([head, content]) });
    return true;
  };
  for (const segment of all.filter(one => begins(one, 0xe1, exifSignature))) {
    const exif = segment.content.subarray(exifSignature.length);
    const room = longest - exifSignature.length;
    const changed = exifWithDescription(exif, properties.description, room);
    if (changed === exif) continue;
    if (!change(segment, changed && Buffer.concat([exifSignature, changed]))) return undefined;
  }
  for (const segment of resources) {
    const content = segment.content.subarray(photoshopSignature.length);
    const changed = resourcesWithCaption(content, properties);
    if (changed === content) continue;
    if (!change(segment, changed && Buffer.concat([photoshopSignature, changed]))) return undefined;
  }
  const first = all.find(segment => !isFirst(segment))?.start ?? 2;
  const place = standing ?? { start: first, end: first, marker: 0xe1 };
  if (!change(place, Buffer.concat([signature, Buffer.from(packet)]))) return undefined;
  return withChanges(file, changes);
}

function withChanges(file: Buffer, changes: { start: number; end: number; segment: Buffer }[]): Buffer {
  let at = 0;
  const pieces: Buffer[] = [];
  for (const { start, end, segment } of changes.toSorted(inOrder)) {
    pieces.push(file.subarray(at, start), segment);
    at = end;
  }
  return Buffer.concat([...pieces, file.subarray(at)]);
}

/** What is put in stands before what it is put in front of. */
function inOrder(one: { start: number; end: number }, other: { start: number; end: number }): number {
  return one.start - other.start || one.end - other.end;
}

function begins({ marker, content }: Segment, wanted: number, start: Buffer): boolean {
  return marker === wanted && content.subarray(0, start.length).equals(start);
}

/** Whether a segment has a part of a packet that was too long for one, and the description is in it. */
function hasLongDescription(segment: Segment): boolean {
  return begins(segment, 0xe1, longSignature) && segment.content.includes('dc:description');
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
