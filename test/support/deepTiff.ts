/** One page of a TIFF file of 16-bit samples. */
export interface DeepPage {
  width: number;
  height: number;
  channels: 1 | 3;
  /** The samples of a pixel, 0 to 65535. */
  pixelAt: (x: number, y: number) => readonly number[];
}

/** A TIFF of 16 bits a sample, without compression, of as many pages as wanted; sharp writes only one. */
export function deepTiff(pages: readonly DeepPage[]): Buffer {
  const parts: Buffer[] = [];
  let at = 8;
  pages.forEach((page, index) => {
    const part = pagePart(page, at, index === pages.length - 1);
    parts.push(part);
    at += part.length;
  });
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(8, 4);
  return Buffer.concat([head, ...parts]);
}

/** A directory that starts at `start` in the file, its bits a sample and its pixels behind it. */
function pagePart({ width, height, channels, pixelAt }: DeepPage, start: number, isLast: boolean): Buffer {
  const [short, long] = [3, 4];
  const bitsAt = start + 2 + 9 * 12 + 4;
  const pixelsAt = bitsAt + 8;
  const size = width * height * channels * 2;
  const tags = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, channels === 1 ? 16 : bitsAt],
    [259, short, 1, 1],
    [262, short, 1, channels === 1 ? 1 : 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, size],
  ] as const;
  const part = Buffer.alloc(pixelsAt - start + size);
  part.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12;
    part.writeUInt16LE(tag, at);
    part.writeUInt16LE(type, at + 2);
    part.writeUInt32LE(count, at + 4);
    part.writeUInt32LE(value, at + 8);
  });
  part.writeUInt32LE(isLast ? 0 : start + part.length, 2 + tags.length * 12);
  for (let k = 0; k < 4; k++) part.writeUInt16LE(16, bitsAt - start + k * 2);
  for (let y = 0, at = pixelsAt - start; y < height; y++)
    for (let x = 0; x < width; x++) for (const value of pixelAt(x, y)) at = part.writeUInt16LE(value, at);
  return part;
}
