import { heicFile } from './pictureFiles.ts';

/**
 * The quartered picture as a HEIC that is to be turned, as its box `irot` says.
 * @param quarters turns by 90° against the clock.
 */
export function turnedHeic(quarters: 1 | 2 | 3): Buffer {
  const box = (name: string): number => heicFile.indexOf(name) - 4;
  const endOf = (name: string): number => box(name) + heicFile.readUInt32BE(box(name));
  const turn = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters]);
  const whole = Buffer.from(heicFile);
  // What is said about the second item, the picture: its properties, to which the fifth is added, without which it must not be shown.
  const count = endOf('ipma') - 3;
  whole[count] = 3;
  const grown = { ipco: turn.length, ipma: 1, iprp: turn.length + 1, meta: turn.length + 1 };
  for (const [name, by] of Object.entries(grown))
    whole.writeUInt32BE(whole.readUInt32BE(box(name)) + by, box(name));
  // The pixels lie behind all of it.
  const offset = heicFile.indexOf(Buffer.from([0, 0, 1, 0xd1]), box('iloc'));
  whole.writeUInt32BE(0x1d1 + turn.length + 1, offset);
  return Buffer.concat([
    whole.subarray(0, endOf('ipco')),
    turn,
    whole.subarray(endOf('ipco'), endOf('ipma')),
    Buffer.from([0x85]),
    whole.subarray(endOf('ipma')),
  ]);
}
