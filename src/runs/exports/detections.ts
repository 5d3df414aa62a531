import type { Remedy } from '../../base/remedies.ts';
import { scaledFindings, type Box, type Findings } from '../../recognition/findings.ts';
import { statedFindings } from '../../recognition/stated.ts';
import type { Description } from '../runRow.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { counted } from '../../base/l10n.ts';

/** What an export tells of a picture's findings: in pixels of the upright picture, every box within it. */
export type Detections = Pick<Findings, 'things' | 'faces' | 'lines' | 'codes'>;

/** Reads the findings of pictures as an export tells them, and counts what it leaves out. */
export class DetectionReader {
  readonly #all: boolean;
  #uncertain = 0;
  #without = 0;

  constructor({ includeUncertain = false }: Pick<ExportOptions, 'includeUncertain'>) {
    this.#all = includeUncertain;
  }

  /** `undefined` where nothing is known of what a picture shows: nobody looked, or not with eyes that find places. */
  read({
    findings,
    width,
    height,
  }: Pick<Description, 'findings' | 'width' | 'height'>): Detections | undefined {
    if (findings === undefined || findings.width <= 0 || findings.height <= 0) {
      this.#without++;
      return undefined;
    }
    const inPixels = scaledFindings(findings, { width, height });
    const found = this.#all ? inPixels : certainOf(inPixels);
    this.#uncertain += countOf(inPixels) - countOf(found);
    return {
      things: within(found.things, width, height),
      faces: within(found.faces, width, height),
      lines: within(found.lines, width, height),
      codes: within(found.codes, width, height),
    };
  }

  /** What the person should know of what is not there, once all pictures were read. */
  tell({ notes, remedies }: { notes: string[]; remedies: Remedy[] }): void {
    if (this.#without > 0)
      notes.push(
        counted(
          this.#without,
          '{count} image has no detections: it was described without recognition.',
          '{count} images have no detections: they were described without recognition.',
        ),
      );
    if (this.#uncertain === 0) return;
    notes.push(
      counted(
        this.#uncertain,
        '{count} uncertain detection was left out.',
        '{count} uncertain detections were left out.',
      ),
    );
    remedies.push({ kind: 'exportUncertain' });
  }
}

/** What a description states. What kind of image it is, which may raise the limits, is not on record. */
function certainOf(findings: Findings): Detections {
  const { groups, faces, lines, codes } = statedFindings(findings, 'unclear');
  const things = groups.flatMap(({ stated }) => stated).sort((one, other) => other.score - one.score);
  return { things, faces, lines, codes };
}

function countOf({ things, faces, lines }: Detections): number {
  return things.length + faces.length + lines.length;
}

/** A box as COCO has it: left, top, width and height, to a hundredth of a pixel. */
export function bboxOf({ x, y, width, height }: Box): [x: number, y: number, width: number, height: number] {
  return [hundredths(x), hundredths(y), hundredths(width), hundredths(height)];
}

/** A score or an area in as many digits as it means something. */
export function scoreOf(score: number): number {
  return Math.round(score * 1000) / 1000;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function within<T extends { box: Box }>(found: readonly T[], width: number, height: number): T[] {
  return found.flatMap(one => {
    const box = clipped(one.box, width, height);
    return box === undefined ? [] : [{ ...one, box }];
  });
}

/** The part of a box that is in the picture; `undefined` where none is. */
function clipped(box: Box, width: number, height: number): Box | undefined {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  // Less than a hundredth of a pixel is none in any format.
  if (!(right - left >= 0.01 && bottom - top >= 0.01)) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Descriptions that are looked at before it is said of a run that its images were not. */
const mostLookedAt = 100;

/** Whether the first descriptions of a run have detections. */
export async function isRecognized(run: ExportedRun): Promise<boolean> {
  const described = run.rows.filter(({ state }) => state === 'described').slice(0, mostLookedAt);
  const descriptions = await run.descriptions(described.map(({ index }) => index));
  return descriptions.some(description => description?.findings !== undefined);
}
