/** Colours of the CIE 1931 diagram: x and y of red, green, blue and white. */
export type Primaries = readonly [
  redX: number,
  redY: number,
  greenX: number,
  greenY: number,
  blueX: number,
  blueY: number,
  whiteX: number,
  whiteY: number,
];

type Triple = readonly [number, number, number];

/** Rows of a matrix that is multiplied with a column of three. */
export type Matrix = readonly [Triple, Triple, Triple];

const d65 = [0.3127, 0.329] as const;
const c = [0.31, 0.316] as const;

export const srgbPrimaries: Primaries = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...d65];

const smpte170: Primaries = [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...d65];

/** Colour primaries by their code in ITU-T H.273 (table 2), with their names. */
const known: Readonly<Record<number, readonly [words: string, primaries: Primaries]>> = {
  1: ['BT.709', srgbPrimaries],
  4: ['BT.470 M', [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, ...c]],
  5: ['BT.470 BG', [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...d65]],
  6: ['BT.601', smpte170],
  7: ['SMPTE 240M', smpte170],
  8: ['film', [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, ...c]],
  9: ['BT.2020', [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...d65]],
  10: ['XYZ', [1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3]],
  11: ['DCI-P3', [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351]],
  12: ['Display P3', [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...d65]],
  22: ['EBU 3213', [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...d65]],
};

/** The primaries of a code of H.273; those of sRGB where it is reserved or says that they are not specified. */
export function primariesOf(code: number): readonly [words: string, primaries: Primaries] {
  return known[code] ?? ['sRGB', srgbPrimaries];
}

/** Differences in x and y that nobody sees: files round them. */
const tolerance = 0.003;

export function areSrgb(primaries: Primaries): boolean {
  return primaries.every((value, at) => Math.abs(value - (srgbPrimaries[at] ?? 0)) < tolerance);
}

/** Light of some primaries to XYZ, its white of luminance 1; undefined where they span no colours. */
function toXyz([rx, ry, gx, gy, bx, by, wx, wy]: Primaries): Matrix | undefined {
  const columns: Matrix = [
    [rx, gx, bx],
    [ry, gy, by],
    [1 - rx - ry, 1 - gx - gy, 1 - bx - by],
  ];
  const inverse = inverted(columns);
  if (inverse === undefined || wy <= 0) return undefined;
  const [r, g, b] = times(inverse, [wx / wy, 1, (1 - wx - wy) / wy]);
  return columns.map(([x, y, z]) => [x * r, y * g, z * b] as const) as unknown as Matrix;
}

/** The Bradford matrix, by which colours are adapted to another white. */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** Light of some primaries to that of sRGB, white to white; undefined where they span no colours. */
export function toSrgbMatrix(primaries: Primaries): Matrix | undefined {
  const [from, to] = [toXyz(primaries), toXyz(srgbPrimaries)];
  const [back, unBradford] = [to && inverted(to), inverted(bradford)];
  if (from === undefined || to === undefined || back === undefined || unBradford === undefined)
    return undefined;
  const one: Triple = [1, 1, 1];
  const [was, is] = [times(bradford, times(from, one)), times(bradford, times(to, one))];
  const scaled = bradford.map(([x, y, z], row) => {
    const by = (is[row] ?? 1) / (was[row] ?? 1);
    return [x * by, y * by, z * by] as const;
  }) as unknown as Matrix;
  return product(back, product(product(unBradford, scaled), from));
}

/** How much of luminance each of some primaries gives. */
export function luminanceWeights(primaries: Primaries): Triple {
  return toXyz(primaries)?.[1] ?? [0.2126, 0.7152, 0.0722];
}

function times([a, b, c]: Matrix, column: Triple): Triple {
  return [dot(a, column), dot(b, column), dot(c, column)];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function product(left: Matrix, right: Matrix): Matrix {
  const column = (at: 0 | 1 | 2): Triple => [right[0][at], right[1][at], right[2][at]];
  return left.map(row => [
    dot(row, column(0)),
    dot(row, column(1)),
    dot(row, column(2)),
  ]) as unknown as Matrix;
}

function inverted([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | undefined {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(determinant) > 1e-9)) return undefined;
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return cofactors.map(([x, y, z]) => [
    x / determinant,
    y / determinant,
    z / determinant,
  ]) as unknown as Matrix;
}
