import { captionOf } from '../caption.ts';
import type { ExportedRun, ExportOptions } from '../exportOptions.ts';
import { linesOf } from '../plainText.ts';
import { sha256Of } from '../../../base/node/hash.ts';
import { orderedMap } from '../../../base/orderedMap.ts';
import { sidecarManifest } from '../exportedPictures.ts';
import { readKnownFiles, type KnownFiles } from '../manifest.ts';
import {
  describedPictures,
  newExportStats,
  type DescribedPicture,
  type ExportStats,
} from '../exportStats.ts';
import { descriptionIn, sidecarContent } from './sidecarContent.ts';
import { nameKey, sidecarEndings, type SidecarKind } from './sidecarNames.ts';
import { sidecarPlaces, type SidecarPlace, type SidecarPlaces } from './sidecarPlaces.ts';
import { leadsOut, leadsOutSentence } from './leadsOut.ts';
import { existingFileAt, type ExistingFile, type ExistingFileState } from './existingFile.ts';

/** The sidecar of one picture: where, and what is there. */
export interface SidecarEntry extends SidecarPlace, ExistingFile {
  /** Of the row. */
  index: number;
  /** SHA-256 of what would be written. */
  intended: string;
  /** Whether the description has several lines, in a kind that is text. */
  hasLines: boolean;
  /** Where the usual place is foreign: the first with another ending that is not. */
  other?: SidecarPlace & ExistingFile;
}

/** What writing sidecars would do. Nothing was written for it. */
export interface SidecarPlan {
  kind: SidecarKind;
  /** In the run's order. */
  entries: SidecarEntry[];
  /** How many of the usual places are in each state. */
  counts: Record<ExistingFileState, number>;
  /** How many of the foreign files label objects. */
  labels: number;
  /** How many of the descriptions have several lines, in a kind that is text. */
  severalLines: number;
  /** Where some places are foreign: a kind whose places are all free or Sightline's own, so that all files are called alike. */
  offeredKind?: SidecarKind;
  /** Location of the manifest of this kind. */
  manifest: string;
  /** Sightline's own files, of any kind of sidecar. */
  known: KnownFiles;
  /** Those that are in this manifest, not in another kind's. */
  knownOfKind: KnownFiles;
  stats: ExportStats;
}

/** Files looked at ahead of their turn. */
const ahead = 16;

/**
 * Looks at the folders of a run's pictures: what there is where sidecars would be written.
 * @param target the run's folder, where the manifest lies.
 */
export async function planSidecars(
  kind: SidecarKind,
  run: ExportedRun,
  target: string,
  options: Pick<ExportOptions, 'files' | 'signal' | 'onOneLine' | 'acceptedOnly'>,
): Promise<SidecarPlan> {
  const { files, signal, acceptedOnly = false } = options;
  const [usual, ...others] = sidecarEndings[kind];
  const manifestFor = (one: SidecarKind): string => files.join(target, sidecarManifest(one));
  const kinds = Object.keys(sidecarEndings) as SidecarKind[];
  const known = await readKnownFiles(files, kinds.map(manifestFor));
  const placeOf = await sidecarPlaces(kind, run, files);
  const usualFiles = new Set(run.rows.map(row => nameKey(placeOf(row, usual).file)));

  const outside = new Map<string, Promise<boolean>>();
  function isOutside(location: string): Promise<boolean> {
    const { folder } = files.split(location);
    const known = outside.get(folder) ?? leadsOut(files, target, location);
    outside.set(folder, known);
    return known;
  }

  async function look(place: SidecarPlace, content: string): Promise<SidecarPlace & ExistingFile> {
    if (await isOutside(place.location)) return { ...place, state: 'foreign', sentence: leadsOutSentence() };
    if (!place.isTaken) return { ...place, state: 'new' };
    const intended = {
      content,
      known: known.get(place.file),
      descriptionIn: (bytes: Uint8Array) => descriptionIn(kind, bytes),
    };
    return { ...place, ...(await existingFileAt(files, place.location, intended)) };
  }

  async function entryOf({ row, description }: DescribedPicture): Promise<SidecarEntry> {
    const content = sidecarContent(kind, row, description, options);
    const entry = {
      ...(await look(placeOf(row, usual), content)),
      index: row.index,
      intended: sha256Of(content),
      hasLines: kind !== 'xmp' && linesOf(captionOf(description)).length > 1,
    };
    if (entry.state !== 'foreign') return entry;
    for (const ending of others) {
      const place = placeOf(row, ending);
      // What is by right another picture's sidecar is not offered.
      if (usualFiles.has(nameKey(place.file))) continue;
      const other = await look(place, content);
      if (other.state !== 'foreign') return { ...entry, other };
    }
    return entry;
  }

  const plan: SidecarPlan = {
    kind,
    entries: [],
    counts: { new: 0, same: 0, ours: 0, edited: 0, foreign: 0 },
    labels: 0,
    severalLines: 0,
    manifest: manifestFor(kind),
    known,
    knownOfKind: await readKnownFiles(files, [manifestFor(kind)]),
    stats: newExportStats(),
  };
  for await (const entry of orderedMap(
    describedPictures(run, { signal, acceptedOnly }, plan.stats),
    ahead,
    entryOf,
  )) {
    plan.entries.push(entry);
    plan.counts[entry.state]++;
    if (entry.isLabels === true) plan.labels++;
    if (entry.hasLines) plan.severalLines++;
  }
  if (kind === 'txt' && plan.counts.foreign > 0 && allFree(run, placeOf, sidecarEndings.caption[0], known))
    plan.offeredKind = 'caption';
  return plan;
}

function allFree(run: ExportedRun, placeOf: SidecarPlaces, ending: string, known: KnownFiles): boolean {
  return run.rows.every(row => {
    const { isTaken, file } = placeOf(row, ending);
    return !isTaken || known.has(file);
  });
}
