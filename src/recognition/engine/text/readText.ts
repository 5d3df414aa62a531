import type { InferenceSession } from 'onnxruntime-web';
import type { Box, Point, TextLine } from '../../findings.ts';
import { mostLines, readingTime } from '../../limits.ts';
import type { Pixels } from '../pixels.ts';
import { findRegions, type Corners } from './findRegions.ts';
import { extentOf, lineStrip } from './lineStrip.ts';
import { inReadingOrder } from './readingOrder.ts';
import { readStrip, type Reader } from './readStrip.ts';

/** What text is found and read with. */
export interface TextReader extends Reader {
  finder: InferenceSession;
}

/** The text of an image. */
export interface FoundText {
  lines: TextLine[];
  /** How many more were found and not read, beyond the limits. */
  unread: number;
}

/** What is less sure is no text. */
const leastScore = 0.6;

/** A line this much taller than wide runs up or down; above the score it needs not be tried the other way. */
const [tall, sure] = [1.5, 0.9];

/** Letters and digits: a line without any is a pattern. */
const isLegible = /[\p{L}\p{N}]/u;

/**
 * Finds and reads lines of text.
 * @param pause lets messages in between two lines, and throws where the work is to end.
 */
export async function readText(
  reader: TextReader,
  image: Pixels,
  pause: () => Promise<void>,
): Promise<FoundText> {
  const regions = await findRegions(reader.finder, image);
  const lines: TextLine[] = [];
  const begun = processorTime();
  let tried = 0;
  for (const corners of regions.slice(0, mostLines)) {
    await pause();
    if (processorTime() - begun > readingTime) break;
    tried++;
    const line = await readLine(reader, image, corners);
    if (line.score >= leastScore && isLegible.test(line.text)) lines.push(line);
  }
  return { lines: inReadingOrder(lines), unread: regions.length - tried };
}

/** A tall line is read downwards, and where that is not sure upwards, too: the surer one is kept. */
async function readLine(reader: TextReader, image: Pixels, [a, b, c, d]: Corners): Promise<TextLine> {
  const { length, height } = extentOf([a, b, c, d]);
  if (height < tall * length) return readAlong(reader, image, [a, b, c, d]);
  const down = await readAlong(reader, image, [b, c, d, a]);
  if (down.score >= sure) return down;
  const up = await readAlong(reader, image, [d, a, b, c]);
  return up.score > down.score ? up : down;
}

async function readAlong(reader: TextReader, image: Pixels, corners: Corners): Promise<TextLine> {
  const read = await readStrip(reader, lineStrip(image, corners));
  const rounded = corners.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })) as Corners;
  return {
    ...read,
    box: boxAround(rounded, image),
    corners: rounded,
    lineHeight: Math.round(extentOf(corners).height),
  };
}

function boxAround(corners: readonly Point[], { width, height }: Pixels): Box {
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const xs = corners.map(({ x }) => within(x, width));
  const ys = corners.map(({ y }) => within(y, height));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Milliseconds of processor time that this process has taken: on a busy machine less passes than the clock says. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
