/** A colour in OKLab (Björn Ottosson, 2020): equal distances look about equally different. */
export interface Lab {
  /** Lightness, 0 black to 1 white. */
  l: number;
  /** Green to red. */
  a: number;
  /** Blue to yellow. */
  b: number;
}

/** Linear light of each 8-bit sRGB value. */
const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** An sRGB colour, each part 0 to 255, in OKLab. */
export function toLab(red: number, green: number, blue: number): Lab {
  const r = linear[red] ?? 0;
  const g = linear[green] ?? 0;
  const b = linear[blue] ?? 0;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

/** How different two colours look; 0.02 is just visible, black to white is 1. */
export function distance(one: Lab, other: Lab): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

/** How colourful a colour is: 0 grey, about 0.3 the purest red or blue of a screen. */
export function chroma({ a, b }: Lab): number {
  return Math.hypot(a, b);
}
