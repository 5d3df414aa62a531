import { chroma, distance, toLab, type Lab } from './oklab.ts';

/** Names that people use, each with the sRGB colours it is known by; the nearest colour gives the name. */
const named: readonly (readonly [string, string])[] = [
  ['red', 'ff0000 e01b24 c8202a'],
  ['dark red', '8b0000 6e1016'],
  ['pink', 'ffc0cb ff9ebb f49ac1'],
  ['hot pink', 'ff1493 e83e8c'],
  ['magenta', 'ff00ff c71ab0'],
  ['purple', '800080 7b2cbf 8e44ad'],
  ['dark purple', '3c1361 2e1a47'],
  ['violet', '8a2be2 6a4cff'],
  ['lavender', 'c3b1e1 d8c8f0'],
  ['navy blue', '000080 0b1f4b 1b2a49'],
  ['deep blue', '0a3cae 1a4f9c 10307a'],
  ['blue', '0000ff 1f5fff 2f7fd6'],
  ['steel blue', '4682b4 5f88a8'],
  ['sky blue', '6db9f5 87ceeb 4aa3df'],
  ['light blue', 'b5dcff d3e9f7 add8e6'],
  ['cyan', '00ffff 22c7e0'],
  ['turquoise', '40e0d0 30b9a8'],
  ['teal', '008080 1c6e73'],
  ['dark teal', '0b4a4a 123a3d'],
  ['dark green', '14532d 0b3d0b 2f4a1f'],
  ['green', '008000 22a045 3f8f3f'],
  ['bright green', '00ff00 4be04b'],
  ['light green', 'b2e5a8 90ee90'],
  ['yellow-green', 'a5d028 9acd32'],
  ['olive', '808000 6b6b2a 8a8a4a'],
  ['sage green', '9caf88 8a9a7b'],
  ['yellow', 'ffff00 ffd91a ffd400'],
  ['cream', 'fff3c4 faf0e1'],
  ['gold', 'c99b1a d4a83c'],
  ['orange', 'ffa500 ff8a1f f26b1d'],
  ['rust', 'b5511c 9c4a2a'],
  ['brown', '7a4a21 8b5e3c'],
  ['dark brown', '42260f 33241a'],
  ['beige', 'd9bd94 c8ad7f e8d5b5'],
  ['peach', 'ffb48a ffcba4'],
  ['tan', 'c68e6b d8a583'],
  ['salmon', 'fa8072 e9967a'],
];

const anchors = named.flatMap(([name, colours]) =>
  colours.split(' ').map(hex => ({ name, lab: hexToLab(hex) })),
);

/** Greys by the lightness they end at. */
const greys: readonly (readonly [number, string])[] = [
  [0.16, 'black'],
  [0.34, 'very dark grey'],
  [0.5, 'dark grey'],
  [0.68, 'grey'],
  [0.83, 'light grey'],
  [0.965, 'very light grey'],
  [Infinity, 'white'],
];

/** Below this a colour looks grey. */
export const greyChroma = 0.022;

/** The everyday name of a colour. */
export function colourName(colour: Lab): string {
  // The eye sees no hue in what is nearly black, nor in what is nearly white.
  const isGrey = chroma(colour) < greyChroma || colour.l < 0.13 || (colour.l > 0.97 && chroma(colour) < 0.03);
  if (isGrey) return greys.find(([end]) => colour.l < end)?.[1] ?? 'white';
  let best = anchors[0];
  for (const anchor of anchors)
    if (best === undefined || distance(anchor.lab, colour) < distance(best.lab, colour)) best = anchor;
  return best?.name ?? 'grey';
}

function hexToLab(hex: string): Lab {
  const value = parseInt(hex, 16);
  return toLab(value >> 16, (value >> 8) & 255, value & 255);
}
