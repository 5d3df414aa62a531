/**
 * The type that the JSON reader of Arrow, which `datasets` uses, gives to a column: of one file it must be one type, and the
 * files of all splits must have the same.
 */
export type ValueShape =
  | { kind: 'null' | 'boolean' | 'integer' | 'number' | 'time' | 'finerTime' | 'text' }
  | { kind: 'list'; items: ValueShape }
  | { kind: 'object'; members: ReadonlyMap<string, ValueShape> }
  /** Values that have no common type; such a file is not read. */
  | { kind: 'mixed' };

/** Of nothing but absent values. */
export const noShape: ValueShape = { kind: 'null' };

/** The shape of a value as it stands in JSON. */
export function valueShapeOf(value: unknown): ValueShape {
  if (value === null || value === undefined) return noShape;
  if (Array.isArray(value)) return { kind: 'list', items: value.map(valueShapeOf).reduce(merged, noShape) };
  if (typeof value === 'object')
    return {
      kind: 'object',
      members: new Map(Object.entries(value).map(([name, member]) => [name, valueShapeOf(member)])),
    };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'number')
    return { kind: Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? 'integer' : 'number' };
  return { kind: typeof value === 'string' ? kindOfText(value) : 'text' };
}

/** What both are, for values of one column. */
export function merged(one: ValueShape, other: ValueShape): ValueShape {
  if (one.kind === 'null') return other;
  if (other.kind === 'null') return one;
  if (one.kind === 'list' && other.kind === 'list')
    return { kind: 'list', items: merged(one.items, other.items) };
  if (one.kind === 'object' && other.kind === 'object') {
    const members = new Map(one.members);
    for (const [name, shape] of other.members) members.set(name, merged(members.get(name) ?? noShape, shape));
    return { kind: 'object', members };
  }
  if (one.kind === other.kind) return one;
  const kinds = [one.kind, other.kind].sort().join();
  if (kinds === 'integer,number') return { kind: 'number' };
  if (kinds === 'finerTime,time') return { kind: 'finerTime' };
  return kinds === 'text,time' || kinds === 'finerTime,text' ? { kind: 'text' } : { kind: 'mixed' };
}

/** Whether two are the same type. */
export function sameShape(one: ValueShape, other: ValueShape): boolean {
  if (one.kind === 'list' && other.kind === 'list') return sameShape(one.items, other.items);
  if (one.kind === 'object' && other.kind === 'object')
    return (
      one.members.size === other.members.size &&
      [...one.members].every(([name, shape]) => {
        const same = other.members.get(name);
        return same !== undefined && sameShape(shape, same);
      })
    );
  return one.kind === other.kind;
}

/** Whether a value of this type, or anything in it, has no type in common. */
export function isMixed(shape: ValueShape): boolean {
  if (shape.kind === 'list') return isMixed(shape.items);
  return shape.kind === 'object' ? [...shape.members.values()].some(isMixed) : shape.kind === 'mixed';
}

/** Arrow makes times of texts like `2026-01-31` and `2026-01-31T12:30:00Z`, other ones where there are parts of seconds. */
function kindOfText(text: string): 'text' | 'time' | 'finerTime' {
  const time =
    /^\d{4}-\d\d-\d\d(?:[ T]\d\d(?::?\d\d(?::?\d\d(\.\d{1,9})?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(text);
  if (time === null) return 'text';
  return time[1] === undefined ? 'time' : 'finerTime';
}
