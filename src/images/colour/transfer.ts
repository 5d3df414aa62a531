/**
 * How code values become light, each function from 0 to 1. The numbers are the transfer characteristics of ITU-T H.273 (table 3);
 * of those that state how a camera records light (BT.709 and its like) the inverse is taken, as colour profiles do.
 */
export type ToLight = (value: number) => number;

/** The light of the reference white of HDR images in cd/m², by ITU-R BT.2408: what an SDR image calls white. */
export const referenceWhite = 203;

/** Peak of PQ in cd/m², and of the display that HLG is shown on; both by ITU-R BT.2100. */
const [pqPeak, hlgPeak] = [10_000, 1000];

/** Exponent of the opto-optical transfer function of HLG on a display of 1,000 cd/m² (BT.2100, table 5). */
const hlgGamma = 1.2;

export const codes = { unspecified: 2, linear: 8, srgb: 13, pq: 16, hlg: 18 } as const;

/** A transfer characteristic: its words, and its function; light is relative to white, of PQ to the reference white. */
export interface Transfer {
  words: string;
  toLight: ToLight;
  /** Whether white is not its largest value: it has to be tone-mapped. */
  isHdr: boolean;
  /** What the light of a scene is multiplied with to be that of a display, by the scene's luminance. */
  sceneFactor?: ToLight;
}

const sdr = (words: string, toLight: ToLight): Transfer => ({ words, toLight, isHdr: false });

/** A power function: `light = value ** exponent`. */
export function gammaTransfer(exponent: number): Transfer {
  return exponent === 1
    ? sdr('linear', value => value)
    : sdr(`gamma ${Number(exponent.toFixed(2))}`, value => value ** exponent);
}

export const srgbTransfer = sdr('sRGB', value =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
);

/** BT.709, BT.601 and BT.2020 are one function. */
function bt709(value: number): number {
  const [alpha, beta] = [1.099_296_826_809_44, 0.018_053_968_510_807];
  return value < 4.5 * beta ? value / 4.5 : ((value + alpha - 1) / alpha) ** (1 / 0.45);
}

/** SMPTE ST 240. */
function smpte240(value: number): number {
  return value < 0.0913 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45);
}

/** SMPTE ST 2084, BT.2100 table 4. */
function pq(value: number): number {
  const [m1, m2] = [2610 / 16_384, (2523 / 4096) * 128];
  const [c1, c2, c3] = [3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32];
  const power = value ** (1 / m2);
  return (Math.max(power - c1, 0) / (c2 - c3 * power)) ** (1 / m1) * (pqPeak / referenceWhite);
}

/** ARIB STD-B67, BT.2100 table 5: the light of the scene. */
function hlg(value: number): number {
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73];
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12;
}

const logarithmic =
  (decades: number): ToLight =>
  value =>
    value <= 0 ? 0 : 10 ** ((value - 1) * decades);

const transfers: Readonly<Record<number, Transfer>> = {
  1: sdr('BT.709', bt709),
  4: gammaTransfer(2.2),
  5: gammaTransfer(2.8),
  6: sdr('BT.601', bt709),
  7: sdr('SMPTE 240M', smpte240),
  [codes.linear]: gammaTransfer(1),
  9: sdr('logarithmic', logarithmic(2)),
  10: sdr('logarithmic', logarithmic(2.5)),
  11: sdr('xvYCC', bt709),
  12: sdr('BT.1361', bt709),
  [codes.srgb]: srgbTransfer,
  14: sdr('BT.2020', bt709),
  15: sdr('BT.2020', bt709),
  [codes.pq]: { words: 'PQ', toLight: pq, isHdr: true },
  17: sdr('SMPTE 428', value => (value ** 2.6 * 52.37) / 48),
  [codes.hlg]: {
    words: 'HLG',
    toLight: hlg,
    isHdr: true,
    sceneFactor: luminance => (hlgPeak / referenceWhite) * luminance ** (hlgGamma - 1),
  },
};

/** The transfer characteristic of a code of H.273; sRGB where the code is reserved or says that it is not specified. */
export function transferOf(code: number): Transfer {
  return transfers[code] ?? srgbTransfer;
}
