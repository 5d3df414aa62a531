/** What is found in an image. All boxes and corners are in pixels of the upright image (orientation applied). */
export interface Findings {
  /** Size of the upright image, pixels. */
  width: number;
  height: number;
  /** Surest first. */
  things: Thing[];
  /** Surest first. */
  faces: Face[];
  /** In reading order. */
  lines: TextLine[];
  codes: Code[];
  /** Lines of text that were found and not read, beyond the limits; absent where there are none. */
  unreadLines?: number | undefined;
  /** What made them, for people: `NanoDet-g`, `PP-OCRv4`. */
  madeBy: string[];
}

/** What comes of an image before its text has been read. */
export type FirstFindings = Pick<Findings, 'width' | 'height' | 'things' | 'faces'>;

/** A rectangle from its left top corner, pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A corner, pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A thing of one of the 80 kinds of COCO. */
export interface Thing {
  /** As COCO names it: `person`, `traffic light`. */
  label: string;
  /** How sure the detector is, 0 to 1. */
  score: number;
  box: Box;
}

/** A face; nothing is told about whose it is. */
export interface Face {
  score: number;
  box: Box;
}

/** A line of text as it was read; never corrected. */
export interface TextLine {
  text: string;
  /** Mean of its characters' scores, 0 to 1. */
  score: number;
  box: Box;
  /** Clockwise, from where the text begins at its top: a line may be turned. */
  corners: [Point, Point, Point, Point];
  /** Height of the line across its reading direction, pixels. */
  lineHeight: number;
}

/** A QR code or bar code. */
export interface Code {
  /** As zxing names it: `QRCode`, `EAN13`. */
  format: string;
  /** What it holds. */
  text: string;
  box: Box;
}

/** A size in pixels. */
interface Size {
  width: number;
  height: number;
}

/** Findings of a smaller copy in the pixels of the image itself. */
export function scaledFindings(findings: Findings, size: Size): Findings {
  const { x, y, box } = scaling(findings, size);
  if (x === 1 && y === 1) return findings;
  return {
    ...findings,
    ...scaledFirst(findings, size),
    lines: findings.lines.map(line => ({
      ...line,
      box: box(line.box),
      corners: line.corners.map(corner => ({
        x: tenths(corner.x * x),
        y: tenths(corner.y * y),
      })) as TextLine['corners'],
      lineHeight: tenths(line.lineHeight * Math.sqrt(x * y)),
    })),
    codes: findings.codes.map(code => ({ ...code, box: box(code.box) })),
  };
}

/** {@link scaledFindings} before the text has been read. */
export function scaledFirst(first: FirstFindings, size: Size): FirstFindings {
  const { box } = scaling(first, size);
  return {
    width: size.width,
    height: size.height,
    things: first.things.map(thing => ({ ...thing, box: box(thing.box) })),
    faces: first.faces.map(face => ({ ...face, box: box(face.box) })),
  };
}

function scaling(from: Size, to: Size): { x: number; y: number; box: (box: Box) => Box } {
  const [x, y] = [to.width / from.width, to.height / from.height];
  const box = (own: Box): Box => ({
    x: tenths(own.x * x),
    y: tenths(own.y * y),
    width: tenths(own.width * x),
    height: tenths(own.height * y),
  });
  return { x, y, box };
}

/** More digits would say more than was measured. */
function tenths(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
