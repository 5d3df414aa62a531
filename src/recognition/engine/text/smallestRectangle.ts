import type { Point } from '../../findings.ts';

/** A turned rectangle: its sides lie along (cos, sin) from u0 to u1 and across it from v0 to v1. */
export interface TurnedRectangle {
  cos: number;
  sin: number;
  u0: number;
  u1: number;
  v0: number;
  v1: number;
}

/** The smallest rectangle around points: one side of it lies on a side of their hull. `undefined` where there are none. */
export function smallestRectangle(points: readonly Point[]): TurnedRectangle | undefined {
  const hull = hullOf(points);
  let best: TurnedRectangle | undefined;
  let least = Infinity;
  for (const [i, from] of hull.entries()) {
    const to = hull[(i + 1) % hull.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const rectangle = around(hull, (to.x - from.x) / length, (to.y - from.y) / length);
    const area = (rectangle.u1 - rectangle.u0) * (rectangle.v1 - rectangle.v0);
    if (area >= least) continue;
    best = rectangle;
    least = area;
  }
  return best;
}

function around(points: readonly Point[], cos: number, sin: number): TurnedRectangle {
  const us = points.map(({ x, y }) => x * cos + y * sin);
  const vs = points.map(({ x, y }) => y * cos - x * sin);
  return { cos, sin, u0: Math.min(...us), u1: Math.max(...us), v0: Math.min(...vs), v1: Math.max(...vs) };
}

/** The convex hull, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    for (;;) {
      const [before, last] = chain.slice(-2);
      if (before === undefined || last === undefined || turn(before, last, point) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/** Above 0 where the way from `a` over `b` to `c` turns to the left. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
