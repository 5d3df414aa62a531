import { heicFile } from './pictureFiles.ts';

/**
 * The quartered picture as a HEIC that is to be turned, as its box `irot` says.
 * @param quarters turns by 90° against the clock.
 */
export function turnedHeic(quarters: 1 | 2 | 3): Buffer {
  return heicWith(Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters]));
}

/** The quartered picture as a HEIC whose box `colr` says what its samples mean, by code points of ITU-T H.273. */
export function heicOfColours(primaries: number, transfer: number): Buffer {
  return heicWith(
    Buffer.from([0, 0, 0, 19, ...Buffer.from('colrnclx'), 0, primaries, 0, transfer, 0, 6, 0x80]),
  );
}

/** The quartered picture as a HEIC with another property of the picture, which must not be overlooked. */
function heicWith(property: Buffer): Buffer {
  const box = (name: string): number => heicFile.indexOf(name) - 4;
  const endOf = (name: string): number => box(name) + heicFile.readUInt32BE(box(name));
  const whole = Buffer.from(heicFile);
  // What is said about the second item, the picture: its properties, to which the fifth is added, without which it must not be shown.
  const count = endOf('ipma') - 3;
  whole[count] = 3;
  const grown = { ipco: property.length, ipma: 1, iprp: property.length + 1, meta: property.length + 1 };
  for (const [name, by] of Object.entries(grown))
    whole.writeUInt32BE(whole.readUInt32BE(box(name)) + by, box(name));
  // The pixels lie behind all of it.
  const offset = heicFile.indexOf(Buffer.from([0, 0, 1, 0xd1]), box('iloc'));
  whole.writeUInt32BE(0x1d1 + property.length + 1, offset);
  return Buffer.concat([
    whole.subarray(0, endOf('ipco')),
    property,
    whole.subarray(endOf('ipco'), endOf('ipma')),
    Buffer.from([0x85]),
    whole.subarray(endOf('ipma')),
  ]);
}
