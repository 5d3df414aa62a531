import { plural } from '../../base/format.ts';
import type { Remedy } from '../../base/remedies.ts';
import { scaledFindings, type Box, type Findings } from '../../recognition/findings.ts';
import type { Description } from '../runRow.ts';
import type { ExportOptions } from './exportOptions.ts';

/** What an export tells of a picture's findings: in pixels of the upright picture, every box within it. */
export type Detections = Pick<Findings, 'things' | 'faces' | 'lines' | 'codes'>;

/** How sure a detection must be to be told without being asked for. */
const sure = { thing: 0.55, face: 0.75, line: 0.6 };

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
    const scaled = scaledFindings(findings, { width, height });
    const within = <T extends { box: Box }>(found: readonly T[]): T[] =>
      found.flatMap(one => {
        const box = clipped(one.box, width, height);
        return box === undefined ? [] : [{ ...one, box }];
      });
    const certain = <T extends { score: number }>(found: readonly T[], least: number): T[] => {
      const kept = this.#all ? [...found] : found.filter(({ score }) => score >= least);
      this.#uncertain += found.length - kept.length;
      return kept;
    };
    return {
      things: certain(within(scaled.things), sure.thing),
      faces: certain(within(scaled.faces), sure.face),
      lines: certain(within(scaled.lines), sure.line),
      codes: within(scaled.codes),
    };
  }

  /** What the person should know of what is not there, once all pictures were read. */
  tell({ notes, remedies }: { notes: string[]; remedies: Remedy[] }): void {
    if (this.#without > 0)
      notes.push(
        `${plural(this.#without, 'image has', 'images have')} no detections: ${this.#without === 1 ? 'it was' : 'they were'} described without recognition.`,
      );
    if (this.#uncertain === 0) return;
    notes.push(
      `${plural(this.#uncertain, 'uncertain detection was', 'uncertain detections were')} left out.`,
    );
    remedies.push({ kind: 'exportUncertain' });
  }
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

/** The part of a box that is in the picture; `undefined` where none is. */
function clipped(box: Box, width: number, height: number): Box | undefined {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  // Less than a hundredth of a pixel is none in any format.
  if (!(right - left >= 0.01 && bottom - top >= 0.01)) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
