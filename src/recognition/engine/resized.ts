import type { Pixels } from './pixels.ts';

/** For each pixel of a scaled row: the first pixel of the row that it is made of, and the share of it and of those after it. */
interface Shares {
  first: Int32Array;
  shares: Float32Array[];
}

/** An image in another size; where it is made smaller, every pixel counts (a triangle filter, as Pillow's "bilinear"). */
export function resized(image: Pixels, width: number, height: number): Pixels {
  if (image.width === width && image.height === height) return image;
  // Down the columns first: whole rows are added there, which is by far the faster way through the many pixels.
  const low = downColumns(image, sharesOf(image.height, height));
  return { rgb: acrossRows(low, { from: image.width, height }, sharesOf(image.width, width)), width, height };
}

function sharesOf(from: number, to: number): Shares {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const first = new Int32Array(to);
  const shares = Array.from({ length: to }, (_, i) => {
    const middle = (i + 0.5) * scale;
    const start = Math.max(0, Math.floor(middle - reach));
    const end = Math.min(from, Math.ceil(middle + reach));
    first[i] = start;
    const own = Float32Array.from({ length: end - start }, (_, k) =>
      Math.max(0, 1 - Math.abs(start + k + 0.5 - middle) / reach),
    );
    const sum = own.reduce((all, share) => all + share, 0);
    return own.map(share => share / sum);
  });
  return { first, shares };
}

/** As many rows as there are shares, each as wide as the image. */
function downColumns({ rgb, width }: Pixels, { first, shares }: Shares): Float32Array {
  const wide = width * 3;
  const out = new Float32Array(wide * shares.length);
  for (const [y, own] of shares.entries()) {
    const sum = out.subarray(y * wide, (y + 1) * wide);
    for (const [k, share] of own.entries()) {
      const row = rgb.subarray(((first[y] ?? 0) + k) * wide, ((first[y] ?? 0) + k + 1) * wide);
      for (let i = 0; i < wide; i++) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0) * share;
    }
  }
  return out;
}

/** Rows of `from` pixels, each as many pixels as there are shares. */
function acrossRows(
  rows: Float32Array,
  { from, height }: { from: number; height: number },
  { first, shares }: Shares,
): Uint8Array {
  const out = new Uint8Array(shares.length * height * 3);
  let at = 0;
  for (let y = 0; y < height; y++)
    for (const [x, own] of shares.entries()) {
      let place = (y * from + (first[x] ?? 0)) * 3;
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      for (let k = 0; k < own.length; k++, place += 3) {
        const share = own[k] ?? 0;
        red += (rows[place] ?? 0) * share;
        green += (rows[place + 1] ?? 0) * share;
        blue += (rows[place + 2] ?? 0) * share;
      }
      out[at++] = red;
      out[at++] = green;
      out[at++] = blue;
    }
  return out;
}
