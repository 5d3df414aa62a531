import type { Findings } from '../../src/recognition/findings.ts';
import { lineOf } from './someFindings.ts';

/** What is found in a made-up street of 1200 × 800 pixels: one of each kind, and some that is not sure. */
export const streetFindings: Findings = {
  width: 1200,
  height: 800,
  things: [
    { label: 'stop sign', score: 0.91, box: { x: 120, y: 60, width: 200, height: 200 } },
    { label: 'dog', score: 0.5, box: { x: 900, y: 560, width: 200, height: 160 } },
  ],
  faces: [{ score: 0.88, box: { x: 560, y: 340, width: 80, height: 90 } }],
  lines: [
    lineOf('STOP', { x: 160, y: 120, width: 120, height: 50 }, 0.97),
    lineOf('ALL WAY', { x: 150, y: 290, width: 140, height: 50 }, 0.7),
  ],
  codes: [{ format: 'QRCode', text: 'https://example.org', box: { x: 60, y: 620, width: 120, height: 120 } }],
  madeBy: ['NanoDet-g', 'PP-OCRv4'],
};
