import type { ColourBin, ColourBins } from './colourBins.ts';
import { colourName } from './colourNames.ts';
import { distance, type Lab } from './oklab.ts';
import { cellOf, emptyGrid, placeOf } from './place.ts';

/** A colour that makes up a part of the picture. */
export interface MainColour {
  name: string;
  /** Share of what is visible, 0 to 1. */
  share: number;
  place: string;
}

/** Bins that look alike. */
interface Cluster {
  /** The colour it grew around. */
  seed: Lab;
  share: number;
  mean: Lab;
  bins: number[];
}

/** Colours closer than this belong together: a sky from light to deeper blue, a wall in light and shade. */
const reach = 0.13;
/** Smaller shares are not named. */
const smallest = 0.03;
const most = 6;

/** Names the main colours of a picture with their shares and places, the largest first. */
export function mainColours(
  { bins, binOf }: ColourBins,
  size: { width: number; height: number },
): MainColour[] {
  const named = byName(grow(bins))
    .filter(({ share }) => share >= smallest)
    .sort((one, other) => other.share - one.share)
    .slice(0, most);
  const places = placesOf(
    named.map(cluster => cluster.bins),
    binOf,
    size,
  );
  return named.map(({ name, share }, index) => ({ name, share, place: places[index] ?? '' }));
}

/** Grows clusters around the most frequent colours. */
function grow(bins: readonly ColourBin[]): Cluster[] {
  const clusters: Cluster[] = [];
  const byShare = [...bins.entries()].sort(([, one], [, other]) => other.share - one.share);
  for (const [index, { lab, share }] of byShare) {
    const nearest = closest(clusters, lab);
    const bin = { seed: lab, share, mean: lab, bins: [index] };
    if (nearest !== undefined && distance(nearest.seed, lab) < reach) merge(nearest, bin);
    else clusters.push(bin);
  }
  return clusters;
}

function closest(clusters: readonly Cluster[], colour: Lab): Cluster | undefined {
  let best: Cluster | undefined;
  let bestDistance = Infinity;
  for (const cluster of clusters) {
    const away = distance(cluster.seed, colour);
    if (away >= bestDistance) continue;
    best = cluster;
    bestDistance = away;
  }
  return best;
}

/** Two clusters that people call the same are one. */
function byName(clusters: readonly Cluster[]): (Cluster & { name: string })[] {
  const names = new Map<string, Cluster & { name: string }>();
  for (const cluster of clusters) {
    const name = colourName(cluster.mean);
    const known = names.get(name);
    if (known === undefined) names.set(name, { ...cluster, name });
    else merge(known, cluster);
  }
  return [...names.values()];
}

function merge(into: Cluster, from: Cluster): void {
  const share = into.share + from.share;
  const mix = (one: number, other: number): number => (one * into.share + other * from.share) / share;
  into.mean = {
    l: mix(into.mean.l, from.mean.l),
    a: mix(into.mean.a, from.mean.a),
    b: mix(into.mean.b, from.mean.b),
  };
  into.share = share;
  into.bins.push(...from.bins);
}

/** Where the pixels of each group of bins lie. */
function placesOf(
  groups: readonly (readonly number[])[],
  binOf: Int32Array,
  { width, height }: { width: number; height: number },
): string[] {
  const gridOfBin = new Map(
    groups.flatMap(bins => {
      const grid = emptyGrid();
      return bins.map(bin => [bin, grid] as const);
    }),
  );
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      const grid = gridOfBin.get(binOf[pixel] ?? -1);
      if (grid === undefined) continue;
      const cell = cellOf(x, y, width, height);
      grid[cell] = (grid[cell] ?? 0) + 1;
    }
  return groups.map(([first = -1]) => placeOf(gridOfBin.get(first) ?? emptyGrid()));
}
