import sharp, { type Sharp } from 'sharp';
import type { RawPixels } from '../../src/images/preparedImage.ts';

/** Red, green, blue, and alpha where it is not opaque; 0 to 255. */
export type Colour = readonly [number, number, number, number?];

export const red: Colour = [255, 0, 0];
export const lime: Colour = [0, 255, 0];
export const blue: Colour = [0, 0, 255];
export const white: Colour = [255, 255, 255];
export const black: Colour = [0, 0, 0];

/** A picture whose pixel at (x, y) has the colour that `colourAt` says. */
export function drawn(width: number, height: number, colourAt: (x: number, y: number) => Colour): RawPixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r, g, b, alpha = 255] = colourAt(x, y);
      const at = (y * width + x) * 4;
      data[at] = r;
      data[at + 1] = g;
      data[at + 2] = b;
      data[at + 3] = alpha;
    }
  return { data, width, height, channels: 4 };
}

/** A picture of one colour. */
export function solid(width: number, height: number, colour: Colour): RawPixels {
  return drawn(width, height, () => colour);
}

/** The left half in one colour, the right half in another. */
export function halves(width: number, height: number, left: Colour, right: Colour): RawPixels {
  return drawn(width, height, x => (x < width / 2 ? left : right));
}

/** A sharp instance of raw pixels. */
export function toSharp({ data, width, height, channels }: RawPixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Raw pixels as a PNG file. */
export function png(pixels: RawPixels): Promise<Buffer> {
  return toSharp(pixels).png().toBuffer();
}

/** Raw pixels as a JPEG file without chroma subsampling, with an orientation mark where one is given. */
export function jpeg(
  pixels: RawPixels,
  { orientation, quality = 95 }: { orientation?: number; quality?: number } = {},
): Promise<Buffer> {
  const image = toSharp(pixels).flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling: '4:4:4' });
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
}

/** An animation or multi-page file of frames of one size. */
export function frames(format: 'gif' | 'webp' | 'tiff', pictures: readonly RawPixels[]): Promise<Buffer> {
  const [first] = pictures;
  if (first === undefined) throw new Error('A file needs a frame.');
  const image = sharp(Buffer.concat(pictures.map(picture => picture.data)), {
    raw: {
      width: first.width,
      height: first.height * pictures.length,
      channels: first.channels,
      pageHeight: first.height,
    },
  });
  return image.toFormat(format, format === 'webp' ? { lossless: true } : {}).toBuffer();
}

/** A generator of numbers from 0 to 1 that are the same in every run. */
export function seeded(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A photo-like scene: sky and ground in soft gradients with a sun, hills and the noise of a sensor. */
export function scene(width: number, height: number, { noise = 12 } = {}): RawPixels {
  const random = seeded();
  return drawn(width, height, (x, y) => {
    const u = x / width;
    const v = y / height;
    const horizon = 0.55 + 0.06 * Math.sin(u * 7) + 0.02 * Math.sin(u * 31);
    const sun = Math.exp(-((u - 0.7) ** 2 + (v - 0.25) ** 2) * 60) * 90;
    const texture = 18 * Math.sin(u * 90 + Math.sin(v * 60)) * Math.sin(v * 110);
    const [r, g, b] =
      v < horizon
        ? [90 + 90 * v + sun, 140 + 80 * v + sun * 0.8, 230 - 40 * v]
        : [70 + 60 * v + texture, 90 + 50 * v + texture, 40 + 30 * u + texture];
    const shake = (): number => (random() - 0.5) * 2 * noise;
    return [clamp(r + shake()), clamp(g + shake()), clamp(b + shake())];
  });
}

/** A page as in a screenshot: a dark title bar, a side bar, and rows of words of small dark strokes on white. */
export function page(width: number, height: number): RawPixels {
  const random = seeded(7);
  const ink = new Set<number>();
  for (let top = 60; top < height - 20; top += 20)
    for (let x = 140; x < width - 40 - random() * width * 0.2; x += 7) {
      if (random() < 0.16) continue;
      for (let stroke = 0; stroke < 6; stroke++) {
        const vertical = random() < 0.5;
        const sx = x + Math.floor(random() * 5);
        const sy = top + Math.floor(random() * 9);
        for (let k = 0; k < 5; k++)
          ink.add(
            Math.min(top + 10, vertical ? sy + k : sy) * width + Math.min(x + 5, vertical ? sx : sx + k),
          );
      }
    }
  return drawn(width, height, (x, y) => {
    if (y < 40) return [40, 44, 52];
    if (x < 120) return [240, 241, 244];
    return ink.has(y * width + x) ? [35, 35, 35] : white;
  });
}

/** A flat drawing: a yellow disc and a red triangle with smooth edges on a light blue ground. */
export function drawing(width: number, height: number): Promise<RawPixels> {
  return render(
    width,
    height,
    '<rect width="100" height="100" fill="#bfe3ff"/><circle cx="35" cy="40" r="22" fill="#ffd400"/><path d="M55 90 L75 40 L95 90 Z" fill="#d0202a"/>',
  );
}

/** A dark blue ring on full transparency. */
export function logo(side: number): Promise<RawPixels> {
  return render(
    side,
    side,
    '<circle cx="50" cy="50" r="30" fill="none" stroke="#10307a" stroke-width="16"/>',
  );
}

/** The inside of an SVG of 100 × 100 units, stretched over the picture. */
async function render(width: number, height: number, inside: string): Promise<RawPixels> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">${inside}</svg>`;
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { data, width, height, channels: 4 };
}

/** The bytes inside a base64 data URL. */
export function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

/** The colour of one pixel of a picture file. */
export async function pixelAt(file: Buffer, x: number, y: number): Promise<[number, number, number]> {
  const data = await sharp(file)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return [data[0] ?? NaN, data[1] ?? NaN, data[2] ?? NaN];
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** PNG files of one colour each, 64 × 48 pixels, by their paths. */
export async function colouredFiles(
  colours: Readonly<Record<string, Colour>>,
): Promise<Record<string, Buffer>> {
  const drawn = Object.entries(colours).map(
    async ([path, colour]) => [path, await png(solid(64, 48, colour))] as const,
  );
  return Object.fromEntries(await Promise.all(drawn));
}

/** Whether each channel is within `tolerance` of the wanted colour. */
export function near(actual: readonly number[], wanted: Colour, tolerance = 12): boolean {
  return actual.every((value, channel) => Math.abs(value - (wanted[channel] ?? 0)) <= tolerance);
}
