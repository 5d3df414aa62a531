const imageDescription = 0x010e;

/** Types of one byte for each character: BYTE, ASCII, UNDEFINED, and UTF-8 of Exif 3. */
const textTypes = [1, 2, 7, 129];
const ascii = 2;

interface Entry {
  /** Of the entry in the file. */
  at: number;
  type: number;
  count: number;
  /** Of the value in the file. */
  valueAt: number;
}

/**
 * Exif data (a TIFF structure; its texts in UTF-8, as the Metadata Working Group advises) whose ImageDescription, where it has one, says the same as the XMP packet: what reads both
 * prefers it. Nothing else moves, as there are values whose places are counted from the beginning. Where it would get longer
 * than `longest`, it has no ImageDescription instead.
 * @returns the same buffer where there is none, or nothing that could be read as one; `undefined` where it cannot be written.
 */
export function exifWithDescription(
  exif: Buffer,
  description: string,
  longest = Infinity,
): Buffer | undefined {
  const order = exif.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return exif;
  const isLittle = order === 'II';
  const u16 = (at: number): number => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  if (exif.length < 14 || u16(2) !== 42) return exif;
  const directory = u32(4);
  if (directory + 2 > exif.length) return exif;
  const count = u16(directory);
  const end = directory + 2 + 12 * count;
  if (end + 4 > exif.length) return exif;
  const entries = Array.from({ length: count }, (_, index) => {
    const at = directory + 2 + 12 * index;
    const length = u32(at + 4);
    return {
      tag: u16(at),
      at,
      type: u16(at + 2),
      count: length,
      valueAt: length <= 4 ? at + 8 : u32(at + 8),
    };
  });
  const [entry, ...more] = entries.filter(({ tag }) => tag === imageDescription);
  if (entry === undefined) return exif;
  if (more.length > 0 || !textTypes.includes(entry.type) || entry.valueAt + entry.count > exif.length)
    return undefined;

  const value = Buffer.from(`${description}\0`);
  const isShared = entries.some(other => other.at !== entry.at && other.valueAt === entry.valueAt);
  const hasRoom = value.length <= Math.max(4, isShared ? 0 : entry.count);
  const grown = exif.length + (exif.length % 2);
  if (!hasRoom && grown + value.length > longest)
    return withoutEntry(exif, entry, end, { u16, isLittle, directory });

  const changed = hasRoom
    ? Buffer.from(exif)
    : Buffer.concat([exif, Buffer.alloc(grown - exif.length), value]);
  const write32 = (number: number, at: number): number =>
    isLittle ? changed.writeUInt32LE(number, at) : changed.writeUInt32BE(number, at);
  if (isLittle) changed.writeUInt16LE(ascii, entry.at + 2);
  else changed.writeUInt16BE(ascii, entry.at + 2);
  write32(value.length, entry.at + 4);
  if (!hasRoom) write32(grown, entry.at + 8);
  else {
    if (!isShared) changed.fill(0, entry.valueAt, entry.valueAt + entry.count);
    if (value.length <= 4) changed.fill(0, entry.at + 8, entry.at + 12);
    value.copy(changed, value.length <= 4 ? entry.at + 8 : entry.valueAt);
  }
  return changed;
}

/** The entries behind it move up by one. */
function withoutEntry(
  exif: Buffer,
  { at }: Entry,
  end: number,
  { u16, isLittle, directory }: { u16: (at: number) => number; isLittle: boolean; directory: number },
): Buffer {
  const changed = Buffer.from(exif);
  changed.copy(changed, at, at + 12, end + 4);
  changed.fill(0, end - 8, end + 4);
  const count = u16(directory) - 1;
  if (isLittle) changed.writeUInt16LE(count, directory);
  else changed.writeUInt16BE(count, directory);
  return changed;
}
