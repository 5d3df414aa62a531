/** Colours as files of other colour spaces hold them: the way there, so that tests judge the way back. */

/** A colour of sRGB, 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Light of a value of sRGB. */
const light = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** From the light of BT.709 to that of other primaries, as ITU-R BT.2087 and SMPTE EG 432-1 give it. */
const matrices = {
  1: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  9: [0.6274, 0.3293, 0.0433, 0.0691, 0.9195, 0.0114, 0.0164, 0.088, 0.8956],
  12: [0.8225, 0.1774, 0, 0.0332, 0.9669, 0, 0.0171, 0.0724, 0.9108],
} as const;

export type PrimariesCode = keyof typeof matrices;

/** Values of light, 1 is white, by their code in ITU-T H.273. */
const curves = {
  1: value => (value < 0.018 ? 4.5 * value : 1.099 * value ** 0.45 - 0.099),
  4: value => value ** (1 / 2.2),
  5: value => value ** (1 / 2.8),
  8: value => value,
  13: value => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055),
  16: value => pq(value * 203),
  18: value => hlg((value * 203) / 1000),
} as const satisfies Record<number, (value: number) => number>;

export type TransferCode = keyof typeof curves;

/** SMPTE ST 2084, of cd/m². */
function pq(nits: number): number {
  const power = (Math.max(0, nits) / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
}

/** ARIB STD-B67, of the light of the scene. */
function hlg(scene: number): number {
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
}

/** A colour as samples of a colour space, 0 to 1. Of HDR, 1 in sRGB is the reference white of 203 cd/m². */
export function encoded(
  colour: Rgb,
  primaries: PrimariesCode,
  transfer: TransferCode,
): [number, number, number] {
  const [r, g, b] = colour.map(light) as [number, number, number];
  const m = matrices[primaries];
  const row = (at: 0 | 3 | 6): number => m[at] * r + m[(at + 1) as 1] * g + m[(at + 2) as 2] * b;
  const rgb: [number, number, number] = [row(0), row(3), row(6)];
  if (transfer === 18) {
    // A display of 1,000 cd/m² makes of light L of the scene L · Y ** 0.2; turned around.
    const y = ((0.2627 * rgb[0] + 0.678 * rgb[1] + 0.0593 * rgb[2]) * 203) / 1000;
    const factor = y > 0 ? y ** (1 / 1.2 - 1) : 0;
    return rgb.map(value => hlg(((value * 203) / 1000) * factor)) as [number, number, number];
  }
  return rgb.map(value => curves[transfer](Math.max(0, value))) as [number, number, number];
}
