import { counted, t } from '../../base/l10n.ts';
import { formatNumber, formatPixels } from '../../base/localFormat.ts';
import type { Detection, DetectionKind, Found } from '../../protocol/detections.ts';
import type { Point, ViewSize } from './viewMaths.ts';

/** What each kind is called over the list, as it is counted. */
export const kindNames: Record<DetectionKind, string> = {
  object: t('Objects'),
  face: t('Faces'),
  text: t('Text'),
  code: t('Codes'),
};

/** A detection in words: "perhaps dog". */
export function detectionLabel({ label, hedged, kind }: Detection): string {
  return hedged && kind === 'object' ? t('perhaps {label}', { label }) : label;
}

/** How sure it is and where it lies: "91 %, top left". */
export function detectionDetails({ score, place }: Detection): string {
  return [score === undefined ? undefined : `${Math.round(score * 100)} %`, place].filter(Boolean).join(', ');
}

/** How many there are of each kind that was found, in words. */
export function countWords({ items }: Found): string {
  const count = (kind: DetectionKind): number => items.filter(item => item.kind === kind).length;
  const parts = [
    ...(count('object') > 0 ? [counted(count('object'), '{count} object', '{count} objects')] : []),
    ...(count('face') > 0 ? [counted(count('face'), '{count} face', '{count} faces')] : []),
    ...(count('text') > 0 ? [counted(count('text'), '{count} line of text', '{count} lines of text')] : []),
    ...(count('code') > 0 ? [counted(count('code'), '{count} code', '{count} codes')] : []),
  ];
  return parts.length === 0
    ? t('Nothing was recognized.')
    : t('Recognized: {things}.', { things: parts.join(', ') });
}

/** Detections as lines for the clipboard, in columns that a spreadsheet takes: kind, label, score, place, box in pixels. */
export function listText(items: readonly Detection[]): string {
  return items
    .map(item => {
      const { left, top, width, height } = boundsOf(item);
      const box = `x ${formatNumber(left)}, y ${formatNumber(top)}, ${formatPixels({ width, height })}`;
      const score = item.score === undefined ? '' : `${Math.round(item.score * 100)} %`;
      return [item.kind, detectionLabel(item), score, item.place, box].join('\t');
    })
    .join('\n');
}

/** The text that was read, line by line. */
export function readText(items: readonly Detection[]): string {
  return items
    .filter(({ kind }) => kind === 'text')
    .map(({ label }) => label)
    .join('\n');
}

/** The upright rectangle around a detection, in the pixels of its image. */
export function boundsOf({ corners }: Detection): { left: number; top: number } & ViewSize {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Which of the detections lies under a point: the smallest, for what lies in another is meant. */
export function detectionAt(items: readonly Detection[], { x, y }: Point): number | undefined {
  let found: { index: number; area: number } | undefined;
  items.forEach((item, index) => {
    const { left, top, width, height } = boundsOf(item);
    const area = width * height;
    const isWithin = x >= left && y >= top && x < left + width && y < top + height;
    if (isWithin && (found === undefined || area < found.area)) found = { index, area };
  });
  return found?.index;
}
