import type { Box, Code, Face, Findings, TextLine, Thing } from '../../src/recognition/findings.ts';

/** A box from shares of an image of 1000 × 1000 pixels: left, top, width, height. */
export function boxAt(x: number, y: number, width: number, height: number): Box {
  return { x: x * 1000, y: y * 1000, width: width * 1000, height: height * 1000 };
}

/** A thing; in the middle, where no box is given. */
export function thing(label: string, score = 0.8, box = boxAt(0.4, 0.4, 0.2, 0.2)): Thing {
  return { label, score, box };
}

/** A face. */
export function face(score = 0.9, box = boxAt(0.45, 0.42, 0.1, 0.1)): Face {
  return { score, box };
}

/** A line of text, the `row`th from the top of twenty. */
export function textLine(text: string, { score = 0.95, row = 10, height = 30 } = {}): TextLine {
  const box = { x: 100, y: row * 50, width: Math.min(800, text.length * height * 0.6), height };
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + height];
  const corners: TextLine['corners'] = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return { text, score, box, corners, lineHeight: height };
}

/** A QR code. */
export function qrCode(text: string): Code {
  return { format: 'QRCode', text, box: boxAt(0.1, 0.1, 0.2, 0.2) };
}

/** What was found in an image of 1000 × 1000 pixels. */
export function findings(parts: Partial<Findings> = {}): Findings {
  return {
    ...{ width: 1000, height: 1000, things: [], faces: [], lines: [], codes: [] },
    madeBy: ['NanoDet-g', 'PP-OCRv4'],
    ...parts,
  };
}
