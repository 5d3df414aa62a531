import { inflateRawSync } from 'node:zlib';

/** A file in an archive; sizes in bytes. */
export interface ZipEntry {
  name: string;
  packed: number;
  unpacked: number;
  /** Its content. */
  read: () => Buffer;
}

/**
 * Lists the files of a zip archive from its central directory (APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16), in its order.
 * @throws {Error} where it is no zip archive, or one larger than 4 GB.
 */
export function listZip(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('This is no zip archive.');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('The archive has no readable directory.');
    const stored = archive.readUInt16LE(at + 10) === 0;
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      packed,
      unpacked: archive.readUInt32LE(at + 24),
      read: () => {
        const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
        const bytes = archive.subarray(begin, begin + packed);
        return stored ? bytes : inflateRawSync(bytes);
      },
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
