import type { Box } from '../../../recognition/findings.ts';
import { propertiesOf, resolved, typesOf, type SchemaNode } from '../../../schema/schemaNode.ts';
import { plainName } from './known.ts';

/** Sides of a box by the names that forms give them. */
const sides: Record<string, (box: Box) => number> = {
  ...named(({ x }) => x, 'x', 'left', 'xmin', 'x1', 'x0', 'minx'),
  ...named(({ y }) => y, 'y', 'top', 'ymin', 'y1', 'y0', 'miny'),
  ...named(({ width }) => width, 'width', 'w'),
  ...named(({ height }) => height, 'height', 'h'),
  ...named(({ x, width }) => x + width, 'right', 'xmax', 'x2', 'maxx'),
  ...named(({ y, height }) => y + height, 'bottom', 'ymax', 'y2', 'maxy'),
};

function named(side: (box: Box) => number, ...names: string[]): Record<string, (box: Box) => number> {
  return Object.fromEntries(names.map(name => [name, side]));
}

/**
 * A box in whole pixels as a form asks for it: an object of sides, or four numbers, x, y, width and height unless the
 * form's own words speak of corners. `undefined` where it fits neither.
 */
export function boxFor(form: SchemaNode, node: SchemaNode, box: Box): unknown {
  const types = typesOf(node);
  const whole = (value: number): number => Math.round(value);
  if (types.includes('object')) {
    const values = propertiesOf(node).map(([name]) => [name, sides[plainName(name)]?.(box)] as const);
    if (values.length === 0 || values.some(([, value]) => value === undefined)) return undefined;
    return Object.fromEntries(values.map(([name, value]) => [name, whole(value ?? 0)]));
  }
  const items = resolved(form, node.items);
  if (!types.includes('array') || items === undefined) return undefined;
  const isOfNumbers = typesOf(items).some(type => type === 'number' || type === 'integer');
  const fitsFour = Number(node.minItems ?? 4) <= 4 && Number(node.maxItems ?? 4) >= 4;
  if (!isOfNumbers || !fitsFour) return undefined;
  const { x, y, width, height } = box;
  const words = typeof node.description === 'string' ? plainName(node.description) : '';
  const isCorners = ['x2', 'xmax', 'right'].some(word => words.includes(word));
  return (isCorners ? [x, y, x + width, y + height] : [x, y, width, height]).map(whole);
}
