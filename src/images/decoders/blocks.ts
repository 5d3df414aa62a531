/** Reads the colours of one compressed 4 × 4 block of a texture: 16 pixels of RGBA, row by row, into `out`. */
export type BlockReader = (bytes: Uint8Array, at: number, out: Uint8Array) => void;

type Rgb = readonly [number, number, number];

/** The colour in 16 bits, 5, 6 and 5 of red, green and blue. */
function rgb565(value: number): Rgb {
  const [r, g, b] = [value >> 11, (value >> 5) & 63, value & 31];
  return [(r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2)];
}

function mix(a: Rgb, b: Rgb, partsA: number, partsB: number): Rgb {
  const of = (channel: 0 | 1 | 2): number =>
    Math.floor((a[channel] * partsA + b[channel] * partsB) / (partsA + partsB));
  return [of(0), of(1), of(2)];
}

/** Two colours, and for each pixel which of them or which mixture of both. */
function readColours(bytes: Uint8Array, at: number, out: Uint8Array, mayBeTransparent: boolean): void {
  const [first, second] = [0, 2].map(
    offset => (bytes[at + offset] ?? 0) | ((bytes[at + offset + 1] ?? 0) << 8),
  );
  const [a, b] = [rgb565(first ?? 0), rgb565(second ?? 0)];
  const four = !mayBeTransparent || (first ?? 0) > (second ?? 0);
  const colours = four ? [a, b, mix(a, b, 2, 1), mix(a, b, 1, 2)] : [a, b, mix(a, b, 1, 1), undefined];
  for (let pixel = 0; pixel < 16; pixel++) {
    const colour = colours[((bytes[at + 4 + (pixel >> 2)] ?? 0) >> ((pixel & 3) * 2)) & 3];
    out.set(colour ?? [0, 0, 0], pixel * 4);
    out[pixel * 4 + 3] = colour === undefined ? 0 : 255;
  }
}

/** One channel: two values, and for each pixel in 3 bits which of them or which mixture. */
function readChannel(
  bytes: Uint8Array,
  at: number,
  put: (pixel: number, value: number) => void,
  signed = false,
): void {
  const byte = (offset: number): number => {
    const value = bytes[at + offset] ?? 0;
    return signed ? Math.max(-127, (value << 24) >> 24) + 127 : value;
  };
  const top = signed ? 254 : 255;
  const [a, b] = [byte(0), byte(1)];
  const steps = a > b ? 7 : 5;
  const values = [a, b];
  for (let step = 1; step < steps; step++) values.push(((steps - step) * a + step * b) / steps);
  if (steps === 5) values.push(0, top);
  for (let pixel = 0; pixel < 16; pixel++) {
    const bit = pixel * 3;
    const word = (bytes[at + 2 + (bit >> 3)] ?? 0) | ((bytes[at + 3 + (bit >> 3)] ?? 0) << 8);
    put(pixel, Math.round(((values[(word >> (bit & 7)) & 7] ?? 0) * 255) / top));
  }
}

/** BC1, DXT1: colours, of which one may be transparent. */
export const readBc1: BlockReader = (bytes, at, out) => readColours(bytes, at, out, true);

/** BC2, DXT3: colours with an alpha of 4 bits each. */
export const readBc2: BlockReader = (bytes, at, out) => {
  readColours(bytes, at + 8, out, false);
  for (let pixel = 0; pixel < 16; pixel++)
    out[pixel * 4 + 3] = (((bytes[at + (pixel >> 1)] ?? 0) >> ((pixel & 1) * 4)) & 15) * 17;
};

/** BC3, DXT5: colours with an alpha channel in a block of its own. */
export const readBc3: BlockReader = (bytes, at, out) => {
  readColours(bytes, at + 8, out, false);
  readChannel(bytes, at, (pixel, value) => (out[pixel * 4 + 3] = value));
};

/** BC4, ATI1: one channel, shown as grey. */
export const readBc4 =
  (signed: boolean): BlockReader =>
  (bytes, at, out) =>
    readChannel(bytes, at, (pixel, value) => out.set([value, value, value, 255], pixel * 4), signed);

/** BC5, ATI2: two channels, red and green. */
export const readBc5 =
  (signed: boolean): BlockReader =>
  (bytes, at, out) => {
    readChannel(bytes, at, (pixel, value) => out.set([value, 0, signed ? 127 : 0, 255], pixel * 4), signed);
    readChannel(bytes, at + 8, (pixel, value) => (out[pixel * 4 + 1] = value), signed);
  };
