import { decodePixels, type DecodedPixels } from '../../images/open/decodePixels.ts';

/** Pixels laid on white, rows from the top. */
export interface Plane {
  width: number;
  height: number;
  /** Red, green and blue of each pixel, 0 to 255. */
  rgb: Uint8Array;
  /** How bright each pixel is, 0 to 255 (Rec. 709 luma of the sRGB values). */
  luma: Float32Array;
}

/** A picture in the two sizes that the measures look at. */
export interface MeasuredPicture {
  /** As sharp names it. */
  format: string;
  /** Pixels, orientation applied. */
  width: number;
  height: number;
  /** Large enough for edges and fine structure. */
  detail: Plane;
  /** Small, so that noise is averaged away. */
  overview: Plane;
  /** Where the picture has alpha: the colours of the detail not laid on white, and how opaque each is, 0 to 255. */
  seeThrough?: { rgb: Uint8Array; alpha: Uint8Array };
}

/** Longest sides in pixels. A sent picture of 2048 is halved for the detail, which keeps its text rows apart. */
const detailSide = 1024;
const overviewSide = 240;

/**
 * Decodes the picture in a `data:image/` URL for measuring.
 * @throws {ValueError} where it is no picture.
 */
export async function measurablePicture(dataUrl: string): Promise<MeasuredPicture> {
  const detail = await decodePixels(dataUrl, { side: detailSide, onWhite: false });
  const overview = await decodePixels(dataUrl, { side: overviewSide, onWhite: true });
  const { format, fullWidth, fullHeight, width, height } = detail;
  const base = { format, width: fullWidth, height: fullHeight, overview: planeOf(overview, overview.data) };
  if (detail.channels === 3) return { ...base, detail: planeOf(detail, detail.data) };
  const { rgb, alpha, onWhite } = splitAlpha(detail);
  return { ...base, detail: planeOf({ width, height }, onWhite), seeThrough: { rgb, alpha } };
}

/** Pixels as a plane. */
export function planeOf({ width, height }: { width: number; height: number }, rgb: Uint8Array): Plane {
  const luma = new Float32Array(width * height);
  for (let pixel = 0; pixel < luma.length; pixel++)
    luma[pixel] =
      0.2126 * (rgb[pixel * 3] ?? 0) +
      0.7152 * (rgb[pixel * 3 + 1] ?? 0) +
      0.0722 * (rgb[pixel * 3 + 2] ?? 0);
  return { width, height, rgb, luma };
}

function splitAlpha({ data, width, height }: DecodedPixels): {
  rgb: Uint8Array;
  alpha: Uint8Array;
  onWhite: Uint8Array;
} {
  const alpha = new Uint8Array(width * height);
  const rgb = new Uint8Array(alpha.length * 3);
  const onWhite = new Uint8Array(rgb.length);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const opacity = data[pixel * 4 + 3] ?? 255;
    alpha[pixel] = opacity;
    for (let channel = 0; channel < 3; channel++) {
      const value = data[pixel * 4 + channel] ?? 0;
      rgb[pixel * 3 + channel] = value;
      onWhite[pixel * 3 + channel] = Math.round(255 + ((value - 255) * opacity) / 255);
    }
  }
  return { rgb, alpha, onWhite };
}
