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
  /** What made them, for people: `NanoDet-g`, `PP-OCRv4`. */
  madeBy: string[];
}

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
  /** `QRCode`, `EAN-13`, as zxing names it. */
  format: string;
  /** What it holds. */
  text: string;
  box: Box;
}

/** Findings of a smaller copy in the pixels of the image itself. */
export function scaledFindings(
  findings: Findings,
  { width, height }: { width: number; height: number },
): Findings {
  const [x, y] = [width / findings.width, height / findings.height];
  if (x === 1 && y === 1) return findings;
  const scaled = (box: Box): Box => ({
    x: box.x * x,
    y: box.y * y,
    width: box.width * x,
    height: box.height * y,
  });
  return {
    ...findings,
    width,
    height,
    things: findings.things.map(thing => ({ ...thing, box: scaled(thing.box) })),
    faces: findings.faces.map(face => ({ ...face, box: scaled(face.box) })),
    lines: findings.lines.map(line => ({
      ...line,
      box: scaled(line.box),
      corners: line.corners.map(corner => ({ x: corner.x * x, y: corner.y * y })) as TextLine['corners'],
      lineHeight: line.lineHeight * Math.sqrt(x * y),
    })),
    codes: findings.codes.map(code => ({ ...code, box: scaled(code.box) })),
  };
}
