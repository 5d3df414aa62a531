import type { Code, Face, Findings, FirstFindings, TextLine, Thing } from './findings.ts';
import type { ImageKind } from './imageKind.ts';

/** What is said of an image's findings: each with as much certainty as its score allows. */
export interface Stated {
  /** Of the upright image, pixels. */
  width: number;
  height: number;
  /** By kind of thing, what stands out most first. */
  groups: ThingGroup[];
  faces: Face[];
  /** In reading order. */
  lines: TextLine[];
  codes: Code[];
}

/** The things of one kind. One of both lists may be empty. */
export interface ThingGroup {
  /** As COCO names it. */
  label: string;
  /** Things that are said to be there, surest first. */
  stated: Thing[];
  /** Things that are perhaps there. */
  hedged: Thing[];
}

/** How sure a thing must be to be stated, and to be mentioned with a "perhaps". */
export interface ThingLimits {
  stated: number;
  hedged: number;
}

/**
 * The limits for a kind of thing on a kind of image. The detector was made for photos: on what programs draw, it has to be
 * surer. Set on 90 images that were looked at one by one.
 */
export function thingLimits(label: string, kind: ImageKind): ThingLimits {
  if (kind !== 'photo' && kind !== 'unclear') return { stated: 0.65, hedged: 0.6 };
  return { stated: 0.57, hedged: label === 'person' ? 0.42 : 0.45 };
}

/** A text line counts wherever it was found; it is quoted from here on. */
const quotedText = 0.8;

/** What is said of findings, for this kind of image. */
export function statedFindings(findings: Findings, kind: ImageKind): Stated {
  return {
    ...statedFirst(findings, kind),
    lines: findings.lines,
    codes: findings.codes,
  };
}

/** What is said before the text has been read. */
export function statedFirst(findings: FirstFindings, kind: ImageKind): Stated {
  const { width, height, things, faces } = findings;
  return {
    width,
    height,
    groups: grouped(things, kind, width * height),
    // The network was made for photos.
    faces: kind === 'photo' || kind === 'unclear' ? faces : [],
    lines: [],
    codes: [],
  };
}

/** Whether a line was read well enough to be quoted. */
export function isQuotable({ score }: TextLine): boolean {
  return score >= quotedText;
}

/** Whether there is nothing to be said. */
export function isEmpty({ groups, faces, lines, codes }: Stated): boolean {
  return groups.length + faces.length + lines.length + codes.length === 0;
}

function grouped(things: readonly Thing[], kind: ImageKind, imageArea: number): ThingGroup[] {
  const groups = new Map<string, ThingGroup>();
  for (const thing of things) {
    const limits = thingLimits(thing.label, kind);
    if (thing.score < limits.hedged) continue;
    const group = groups.get(thing.label) ?? { label: thing.label, stated: [], hedged: [] };
    groups.set(thing.label, group);
    (thing.score >= limits.stated ? group.stated : group.hedged).push(thing);
  }
  const weight = ({ stated, hedged }: ThingGroup): number =>
    Math.max(
      ...[...stated, ...hedged].map(
        ({ score, box }) => score * Math.sqrt((box.width * box.height) / imageArea),
      ),
    );
  return [...groups.values()].sort((one, other) => weight(other) - weight(one));
}
