import type { Box, Findings, TextLine } from '../../src/recognition/findings.ts';

/** Findings of an image of 40 × 30 pixels: a sure dog, a doubtful cat, a face, two lines of text and a QR code. */
export function someFindings(more: Partial<Findings> = {}): Findings {
  return {
    width: 40,
    height: 30,
    things: [
      { label: 'dog', score: 0.91, box: { x: 4, y: 6, width: 20, height: 15 } },
      { label: 'cat', score: 0.47, box: { x: 30, y: 3, width: 8, height: 9 } },
    ],
    faces: [{ score: 0.88, box: { x: 2, y: 2, width: 5, height: 5 } }],
    lines: [
      lineOf('MAIN STREET', { x: 1, y: 1, width: 30, height: 4 }, 0.97),
      lineOf('<b>Café & Bar</b>', { x: 1, y: 8, width: 20, height: 4 }, 0.83),
    ],
    codes: [
      { format: 'QRCode', text: 'https://example.org/a?b=1&c=2', box: { x: 20, y: 20, width: 9, height: 9 } },
    ],
    madeBy: ['NanoDet-g', 'PP-OCRv4'],
    ...more,
  };
}

/** A line of text that lies straight. */
export function lineOf(text: string, box: Box, score: number): TextLine {
  const { x, y, width, height } = box;
  return {
    text,
    score,
    box,
    corners: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
    lineHeight: height,
  };
}
