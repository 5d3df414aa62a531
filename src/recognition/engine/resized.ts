import type { Pixels } from './pixels.ts';

/** For each pixel of a scaled row: the first pixel of the row that it is made of, and the share of it and of those after it. */
interface Shares {
  first: Int32Array;
  shares: Float32Array[];
}

/** An image in another size; where it is made smaller, every pixel counts (a triangle filter, as Pillow's "bilinear"). */
export function resized(image: Pixels, width: number, height: number): Pixels {
  if (image.width === width && image.height === height) return image;
  const narrow = acrossRows(image, sharesOf(image.width, width));
  return { rgb: downColumns(narrow, width, sharesOf(image.height, height)), width, height };
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

function acrossRows({ rgb, width, height }: Pixels, { first, shares }: Shares): Float32Array {
  const out = new Float32Array(shares.length * height * 3);
  let at = 0;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (const [x, own] of shares.entries()) {
      let from = (row + (first[x] ?? 0)) * 3;
      let [red, green, blue] = [0, 0, 0];
      for (let k = 0; k < own.length; k++, from += 3) {
        const share = own[k] ?? 0;
        red += (rgb[from] ?? 0) * share;
        green += (rgb[from + 1] ?? 0) * share;
        blue += (rgb[from + 2] ?? 0) * share;
      }
      out[at++] = red;
      out[at++] = green;
      out[at++] = blue;
    }
  }
  return out;
}

function downColumns(rows: Float32Array, width: number, { first, shares }: Shares): Uint8Array {
  const wide = width * 3;
  const out = new Uint8Array(wide * shares.length);
  const sum = new Float32Array(wide);
  for (const [y, own] of shares.entries()) {
    sum.fill(0.5);
    for (let k = 0; k < own.length; k++) {
      const share = own[k] ?? 0;
      const from = ((first[y] ?? 0) + k) * wide;
      for (let i = 0; i < wide; i++) sum[i] = (sum[i] ?? 0) + (rows[from + i] ?? 0) * share;
    }
    out.set(sum, y * wide);
  }
  return out;
}
