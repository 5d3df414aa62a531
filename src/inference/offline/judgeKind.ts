import type { Findings, FirstFindings, TextLine } from '../../recognition/findings.ts';
import type { ImageKind } from '../../recognition/imageKind.ts';
import { statedFirst } from '../../recognition/stated.ts';
import type { Measures } from './measure.ts';

/** What an image is, by its pixels and by what was found in it. The limits were set on 90 images of all kinds. */
export function judgeKind(measures: Measures, findings: Findings): ImageKind {
  if (isPhotoAtFirstSight(measures, findings)) return 'photo';
  const { kind, drawn, isColourMap, flat } = measures.kind;
  const { count, covered, isLevel, isSmall, isNumeric } = textOf(findings);
  if (isPage(measures, { count, covered })) return 'page';
  if (isColourMap) return 'map';
  if (drawn < 0.4) return kind;
  // Letters in rows that are level to the pixel, on even ground: a label on a photo has neither.
  if (count >= 12 && isLevel && isSmall && flat > 0.55) return isNumeric ? 'diagram' : 'screenshot';
  if (count >= 5) return 'diagram';
  return drawn >= 0.45 ? 'drawing' : 'unclear';
}

/** Whether it is a photo whatever text will be read in it: its pixels say so, and a thing or a face is surely there. */
export function isPhotoAtFirstSight(measures: Measures, first: FirstFindings): boolean {
  if (measures.kind.kind !== 'photo') return false;
  const { groups, faces } = statedFirst(first, 'photo');
  return faces.length > 0 || groups.some(({ stated }) => stated.length > 0);
}

/** Lines that cover much of it, or the little that there is on an even ground. */
function isPage(
  { kind, colours }: Measures,
  { count, covered }: { count: number; covered: number },
): boolean {
  if (count >= 5 && covered > 0.3) return true;
  const ground = colours[0]?.share ?? 0;
  return count >= 1 && count <= 6 && covered > 0.05 && ground > 0.93 && kind.drawn >= 0.6;
}

/** What the lines of text tell together. */
function textOf({ lines, width, height }: Findings): {
  count: number;
  /** Share of the image. */
  covered: number;
  isLevel: boolean;
  isSmall: boolean;
  isNumeric: boolean;
} {
  const area = lines.reduce((sum, line) => sum + lengthOf(line) * line.lineHeight, 0);
  const heights = lines.map(({ lineHeight }) => lineHeight).sort((one, other) => one - other);
  const share = (holds: (line: TextLine) => boolean): number =>
    lines.length === 0 ? 0 : lines.filter(holds).length / lines.length;
  return {
    count: lines.length,
    covered: area / (width * height),
    isLevel: share(isLevelLine) > 0.8,
    isSmall: (heights[Math.floor(heights.length / 2)] ?? 0) < 0.05 * Math.max(width, height),
    isNumeric: share(({ text }) => digits(text) > 0.5) > 0.5,
  };
}

function lengthOf({ corners: [start, end] }: TextLine): number {
  return Math.hypot(end.x - start.x, end.y - start.y);
}

/** Less than a degree and a half off. */
function isLevelLine({ corners: [start, end] }: TextLine): boolean {
  return Math.abs(end.y - start.y) <= Math.max(2, 0.026 * Math.abs(end.x - start.x));
}

function digits(text: string): number {
  const characters = Array.from(text).filter(character => character.trim() !== '');
  return (
    characters.filter(character => character >= '0' && character <= '9').length / (characters.length || 1)
  );
}
