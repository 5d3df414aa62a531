/** Letters as strokes on a grid of 4 by 6, so that a drawing needs no font of the machine; capitals and figures only. */
const glyphs: Record<string, string> = {
  A: 'M0 6L2 0L4 6M.7 4H3.3',
  B: 'M0 0V6H2.5Q4 6 4 4.5Q4 3 2.5 3H0M0 0H2.3Q3.7 0 3.7 1.5Q3.7 3 2.3 3',
  C: 'M4 1Q3.3 0 2 0Q0 0 0 3Q0 6 2 6Q3.3 6 4 5',
  D: 'M0 0V6H1.5Q4 6 4 3Q4 0 1.5 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1Q3.3 0 2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3.3H2.3',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  J: 'M3.5 0V4.3Q3.5 6 1.8 6Q0 6 0 4.3',
  K: 'M0 0V6M4 0L0 3.5M1.4 2.3L4 6',
  L: 'M0 0V6H3.6',
  M: 'M0 6V0L2 3.5L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0Z',
  P: 'M0 6V0H2.4Q4 0 4 1.7Q4 3.4 2.4 3.4H0',
  Q: 'M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0ZM2.6 4.4L4 6',
  R: 'M0 6V0H2.4Q4 0 4 1.7Q4 3.4 2.4 3.4H0M2 3.4L4 6',
  S: 'M3.8 1Q3.2 0 2 0Q.2 0 .2 1.5Q.2 2.8 2 3Q4 3.2 4 4.5Q4 6 2 6Q.6 6 0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6Q4 6 4 4V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  0: 'M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0Z',
  1: 'M.8 1L2 0V6',
  2: 'M.2 1.5Q.4 0 2 0Q4 0 4 1.7Q4 3 0 6H4',
  3: 'M.2 .8Q1 0 2 0Q3.8 0 3.8 1.5Q3.8 3 1.6 3Q4 3 4 4.5Q4 6 2 6Q.8 6 0 5',
  4: 'M3 6V0L0 4H4',
  5: 'M3.8 0H.5L.2 2.8Q1 2.2 2 2.2Q4 2.2 4 4Q4 6 2 6Q.8 6 0 5',
  6: 'M3.5 .4Q.9 -.6 .1 3.6Q-.1 6 2 6Q4 6 4 4.2Q4 2.5 2.2 2.5Q.6 2.5 .1 3.8',
  7: 'M0 0H4L1.4 6',
  8: 'M2 2.8Q.3 2.6 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.6 2 2.8Q0 3 0 4.5Q0 6 2 6Q4 6 4 4.5Q4 3 2 2.8Z',
  9: 'M.5 5.6Q3.1 6.6 3.9 2.4Q4.1 0 2 0Q0 0 0 1.8Q0 3.5 1.8 3.5Q3.4 3.5 3.9 2.2',
  '.': 'M2 5.8V6',
  ',': 'M2 5.6L1.5 6.8',
  ':': 'M2 1.8V2M2 5V5.2',
  '-': 'M.8 3.2H3.2',
  '/': 'M0 6.6L4 -.6',
  '%': 'M3.8 0L.2 6M.9 .2V1.4M3.1 4.6V5.8',
  '+': 'M.3 3.2H3.7M2 1.5V4.9',
};

/** Signs that stand in the middle of their grid and need less room. */
const narrowSigns = new Set(['I', '.', ',', ':']);

/** Room between two signs on their grid. */
const gap = 1.6;

/** How words are drawn. */
export interface Lettering {
  x: number;
  /** Top of the letters. */
  y: number;
  /** Height of the letters, pixels. */
  size: number;
  colour: string;
  /** Width of the strokes on the letters' grid; 0.6 is regular, 1 is bold. */
  weight?: number;
  /** What lies at `x`. */
  anchor?: 'start' | 'middle' | 'end';
}

/** Words as an SVG group. */
export function letter(
  words: string,
  { x, y, size, colour, weight = 0.7, anchor = 'start' }: Lettering,
): string {
  let width = -gap;
  const paths = Array.from(words.toUpperCase(), sign => {
    const narrow = narrowSigns.has(sign);
    const at = width + gap - (narrow ? 1.2 : 0);
    width += gap + (narrow ? 1.6 : 4);
    return `<path transform="translate(${at} 0)" d="${glyphs[sign] ?? ''}"/>`;
  });
  const shift = { start: 0, middle: width / 2, end: width }[anchor] * (size / 6);
  return (
    `<g transform="translate(${x - shift} ${y}) scale(${size / 6})" fill="none" stroke="${colour}" stroke-width="${weight}" ` +
    `stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
  );
}
