import type { Size } from '../../fit.ts';
import type { DrawingElement } from './parseDrawing.ts';

/** What an SVG says of its size. */
export interface StatedSize {
  /** Pixels at 96 dpi; absent where it says neither size nor viewBox. */
  size?: Size;
  /** The viewBox, stated or by the size. */
  viewBox?: string;
}

/** Pixels of a unit. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
};

/** Reads width, height and viewBox of the root element; a missing side follows the shape of the viewBox. */
export function statedSize({ attributes }: DrawingElement): StatedSize {
  const box = boxOf(attributes.get('viewBox'));
  const width = lengthOf(attributes.get('width'));
  const height = lengthOf(attributes.get('height'));
  const size =
    width !== undefined && height !== undefined
      ? { width, height }
      : box === undefined
        ? undefined
        : width !== undefined
          ? { width, height: (width * box.height) / box.width }
          : height !== undefined
            ? { width: (height * box.width) / box.height, height }
            : { width: box.width, height: box.height };
  if (size === undefined) return {};
  return { size, viewBox: box?.text ?? `0 0 ${size.width} ${size.height}` };
}

const lengthShape = /^\+?(\d{1,9}(?:\.\d{0,20})?(?:e[+-]?\d{1,2})?|\.\d{1,20})([a-z]{0,3})$/i;

/** A length in pixels; undefined for none, a percentage, or one that is not above 0. */
export function lengthOf(value: string | undefined): number | undefined {
  const [, number, unit = ''] = lengthShape.exec((value ?? '').trim()) ?? [];
  const scale = units[unit.toLowerCase()];
  const length = number === undefined || scale === undefined ? 0 : Number(number) * scale;
  return length > 0 ? length : undefined;
}

function boxOf(value: string | undefined): (Size & { text: string }) | undefined {
  const numbers = (value ?? '')
    .slice(0, 200)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return undefined;
  if (x === undefined || y === undefined || !(width !== undefined && width > 0)) return undefined;
  if (!(height !== undefined && height > 0)) return undefined;
  return { width, height, text: `${x} ${y} ${width} ${height}` };
}
