/** As the explorer sorts names: numbers by their value, letters without regard to their case. */
const collator = new Intl.Collator(undefined, { numeric: true });

function compare(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

/**
 * The name before or after `current` in the order of the explorer; after the last comes the first. It looks at each name once,
 * so that a folder of 100,000 takes no sorting.
 * @returns undefined where there is no other.
 */
export function neighbour(names: Iterable<string>, current: string, step: 1 | -1): string | undefined {
  let nearest: string | undefined;
  let farthest: string | undefined;
  for (const name of names) {
    const side = compare(name, current) * step;
    if (side === 0) continue;
    if (side > 0 && (nearest === undefined || compare(name, nearest) * step < 0)) nearest = name;
    if (side < 0 && (farthest === undefined || compare(name, farthest) * step < 0)) farthest = name;
  }
  return nearest ?? farthest;
}
