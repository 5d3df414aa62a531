import { areaOf, overlapOf, shareWithin } from './boxes.ts';
import type { Code, Face, Findings, TextLine, Thing } from './findings.ts';
import type { FirstFindings } from './recogniseImage.ts';
import type { ImageKind } from './imageKind.ts';

/** What is said of an image's findings: each with as much certainty as its score allows. */
export interface Stated {
  /** Of the upright image, pixels. */
  width: number;
  height: number;
  /** By kind of thing, what stands out most first. */
  groups: ThingGroup[];
  faces: Face[];
  /** Every line that was read well enough to count, in reading order. */
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
  return { stated: 0.55, hedged: label === 'person' ? 0.42 : 0.45 };
}

/** A text line that counts; from {@link quotedText} on it may be quoted. */
const countedText = 0.6;
const quotedText = 0.8;

/** A face is told from here on, within a person from the second on. */
const sureFace = 0.75;
const faceOfPerson = 0.6;

/** Their faces are taken for people's. */
const animals = ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'];
const faceTraps: ReadonlySet<string> = new Set([...animals, 'teddy bear']);

/** Above this overlap two boxes are one thing: of one kind, and of two. */
const sameKind = 0.5;
const anyKind = 0.8;

/** What is said of findings, for this kind of image. */
export function statedFindings(findings: Findings, kind: ImageKind): Stated {
  return {
    ...statedFirst(findings, kind),
    lines: findings.lines.filter(({ text, score }) => score >= countedText && hasWord(text)),
    codes: findings.codes,
  };
}

/** What is said before the text has been read. */
export function statedFirst(findings: FirstFindings, kind: ImageKind): Stated {
  const { width, height } = findings;
  const things = withoutDoubles(findings.things);
  return {
    width,
    height,
    groups: grouped(things, kind, width * height),
    faces: kind === 'photo' || kind === 'unclear' ? statedFaces(findings.faces, findings.things) : [],
    lines: [],
    codes: [],
  };
}

/** Whether a line was read well enough to be quoted. */
export function isQuotable({ score, text }: TextLine): boolean {
  return score >= quotedText && hasWord(text);
}

/** Whether there is nothing to be said. */
export function isEmpty({ groups, faces, lines, codes }: Stated): boolean {
  return groups.length + faces.length + lines.length + codes.length === 0;
}

/** A letter or a digit. */
function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function withoutDoubles(things: readonly Thing[]): Thing[] {
  const kept: Thing[] = [];
  for (const thing of [...things].sort((one, other) => other.score - one.score))
    if (
      !kept.some(({ label, box }) => overlapOf(box, thing.box) > (label === thing.label ? sameKind : anyKind))
    )
      kept.push(thing);
  return kept;
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
    Math.max(...[...stated, ...hedged].map(({ score, box }) => score * Math.sqrt(areaOf(box) / imageArea)));
  return [...groups.values()].sort((one, other) => weight(other) - weight(one));
}

function statedFaces(faces: readonly Face[], things: readonly Thing[]): Face[] {
  const isIn = (face: Face, { box }: Thing): boolean => shareWithin(face.box, box) > 0.7;
  return faces.filter(face => {
    if (things.some(thing => faceTraps.has(thing.label) && isIn(face, thing))) return false;
    return (
      face.score >= sureFace ||
      (face.score >= faceOfPerson && things.some(thing => thing.label === 'person' && isIn(face, thing)))
    );
  });
}
