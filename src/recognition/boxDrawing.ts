import { scaledFindings, type Box, type Findings, type Point } from './findings.ts';
import { glyphHeight, glyphPath, glyphWidth } from './labelGlyphs.ts';
import { statedFindings } from './stated.ts';

/** How a kind of finding is drawn: not told apart by its colour alone. */
interface Line {
  colour: string;
  /** Parts of the usual width. */
  width: number;
  /** Lengths of stroke and gap in widths of the line; absent where it is drawn through. */
  dashes?: string;
}

const lines = {
  stated: { colour: '#00e676', width: 1 },
  hedged: { colour: '#ffd600', width: 1, dashes: '4 3' },
  face: { colour: '#40c4ff', width: 1, dashes: '1 2' },
  text: { colour: '#ff80ab', width: 0.5 },
  code: { colour: '#ff9100', width: 1, dashes: '6 2 1 2' },
} satisfies Record<string, Line>;

/** Characters of a label. */
const longestLabel = 60;

/**
 * The boxes of an image as a drawing (SVG) to be laid over it: objects with their names and scores, those that are perhaps
 * there dashed, faces dotted, lines of text thin. There is nothing in it but shapes: no text of an image or a server.
 * @param size of the image that it is laid over, pixels.
 */
export function boxDrawing(findings: Findings, size: { width: number; height: number }): string {
  const scaled = scaledFindings(findings, size);
  const { groups, faces, lines: textLines, codes } = statedFindings(scaled, 'unclear');
  const longest = Math.max(size.width, size.height);
  // Two pixels, and a letter of two pixels a dot, on an image of 1,000.
  const stroke = Math.max(1, Math.round(longest / 500));
  const dot = Math.max(1, Math.round(longest / 600));
  const scored = (label: string, score: number): string => `${label} ${score.toFixed(2)}`;
  const boxes = [
    ...groups.flatMap(({ stated, hedged }) => [
      ...hedged.map(({ label, score, box }) => ({
        box,
        line: lines.hedged,
        label: scored(`${label}?`, score),
      })),
      ...stated.map(({ label, score, box }) => ({ box, line: lines.stated, label: scored(label, score) })),
    ]),
    ...faces.map(({ score, box }) => ({ box, line: lines.face, label: scored('face', score) })),
    ...codes.map(({ format, box }) => ({ box, line: lines.code, label: format })),
  ].filter(({ box }) => Object.values(box).every(Number.isFinite));
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...textLines.map(({ corners }) => outline(corners, lines.text, stroke)),
    ...boxes.map(({ box, line }) => outline(cornersOf(box), line, stroke)),
    // Over all boxes, so that each can be read.
    ...boxes.map(({ box, line, label }) => labelOf(box, label, { colour: line.colour, dot, right: width })),
    '</svg>',
  ].join('');
}

function cornersOf({ x, y, width, height }: Box): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

/** The name of a box: above it, or in it where there is no room. */
function labelOf(
  { x, y }: Box,
  label: string,
  { colour, dot, right }: { colour: string; dot: number; right: number },
): string {
  const text = label.slice(0, longestLabel);
  const tall = dot * (glyphHeight + 2);
  const wide = dot * (text.length * glyphWidth + 1);
  const left = Math.max(0, Math.min(x, right - wide));
  const top = y >= tall ? y - tall : Math.max(0, y);
  return [
    `<rect x="${round(left)}" y="${round(top)}" width="${wide}" height="${tall}" fill="${colour}"/>`,
    `<path transform="translate(${round(left + dot)} ${round(top + dot)}) scale(${dot})" d="${glyphPath(text)}"/>`,
  ].join('');
}

/** An outline with a dark one under it, so that it is seen on any ground. */
function outline(corners: readonly Point[], { colour, width, dashes }: Line, stroke: number): string {
  if (!corners.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return '';
  const points = corners.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  const wide = Math.max(1, stroke * width);
  const dashed =
    dashes === undefined
      ? ''
      : ` stroke-dasharray="${dashes
          .split(' ')
          .map(part => Number(part) * wide)
          .join(' ')}"`;
  const shape = (width: number, paint: string): string =>
    `<polygon points="${points}" fill="none" stroke="${paint}" stroke-width="${width}"${dashed}/>`;
  return shape(wide + 2, '#000') + shape(wide, colour);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
