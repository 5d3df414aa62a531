import * as z from 'zod/mini';
import { isAbort, SightlineError } from '../base/errors.ts';
import { present } from '../base/present.ts';
import { channelValues } from '../images/view/channelValues.ts';
import type { PixelRegion } from '../images/fit.ts';
import { checkSize } from '../images/open/readFile.ts';
import { prepareImage } from '../images/prepare/prepareImage.ts';
import { assertWithin, inSamples } from '../images/prepare/prepareRegion.ts';
import { openPage, openPicture, pageAsSent } from '../images/view/openPicture.ts';
import { measure } from '../inference/offline/measure.ts';
import { measurablePicture } from '../inference/offline/pixels.ts';
import type { Box, Findings } from '../recognition/findings.ts';
import { isRecognitionOn, recogniseImage } from '../recognition/recogniseImage.ts';
import { statedFindings } from '../recognition/stated.ts';
import type { ToolCall } from './toolWork.ts';
import { pathInput, readInput, regionInput, regionOf } from './input.ts';
import { quoted } from './quoted.ts';
import type { Roots } from './roots.ts';

const inputShape = z.object({ path: pathInput, region: z.optional(regionInput) });

/** Longest side of the copy whose colours are measured. */
const measuredSide = 1024;
/** Most findings of a kind that are told. */
const most = 100;

/** Measures an image on this machine; nothing leaves it. */
export async function measureImage(
  input: unknown,
  roots: Roots,
  { signal, progress }: ToolCall,
): Promise<string> {
  const given = readInput(inputShape, input);
  const region = regionOf(given.region);
  const image = await roots.image(given.path, signal);
  checkSize(image.byteLength, image.name);
  const bytes = await roots.read(image, signal);
  progress?.(`Measuring ${image.name}`);
  const { facts, values, orientation, notes } = await valuesOf(bytes, image.name, region);
  signal.throwIfAborted();
  const { format, width, height, bits, isFloat, space, hasAlpha, pages, camera, taken } = facts;
  const colours = await coloursOf(bytes, image.name, region);
  signal.throwIfAborted();
  return quoted('What was measured of this image; sizes and boxes are in pixels of the upright image.', {
    image: image.name,
    format,
    width,
    height,
    bytes: image.byteLength,
    samples: `${bits} bits${isFloat ? ', floating point' : ''}, ${space}${hasAlpha ? ' with transparency' : ''}`,
    ...(pages > 1 ? { pages } : {}),
    ...(orientation > 1 ? { exifOrientation: `${orientation}, applied` } : {}),
    ...present({ camera, taken }),
    ...(region === undefined ? {} : { region: given.region }),
    values,
    colours,
    ...(await foundIn(bytes, region, { signal, ...present({ progress }) })),
    ...(notes.length === 0 ? {} : { notes }),
  });
}

async function valuesOf(bytes: Uint8Array, name: string, region: PixelRegion | undefined) {
  const { picture, page: first } = await openPicture(bytes, name);
  const number = await pageAsSent(picture);
  const page = number === 0 ? first : await openPage(picture, number);
  const { facts, samples, notes, orientation } = page;
  if (region !== undefined) assertWithin(name, region, facts);
  const whole = { left: 0, top: 0, width: samples.width, height: samples.height };
  const part = region === undefined ? whole : inSamples(region, facts, samples);
  return { facts, notes, orientation, values: await channelValues(samples, part) };
}

async function coloursOf(bytes: Uint8Array, name: string, region: PixelRegion | undefined) {
  const prepared = await prepareImage(bytes, { maxSide: measuredSide, name, ...present({ region }) });
  const { colours } = await measure(await measurablePicture(prepared.dataUrl), prepared.original);
  return colours.map(({ name: colour, share, place }) => ({
    colour,
    percent: Math.round(100 * share),
    place,
  }));
}

/** What is recognized, where that is turned on and can be done here. */
async function foundIn(
  bytes: Uint8Array,
  region: PixelRegion | undefined,
  { signal, progress }: ToolCall,
): Promise<Record<string, unknown>> {
  if (!isRecognitionOn()) return { recognition: 'turned off' };
  progress?.('Looking for objects, faces, text and codes');
  let findings: Findings;
  try {
    findings = await recogniseImage(bytes, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isAbort(error) || !(error instanceof SightlineError)) throw error;
    return { recognition: error.message };
  }
  const { groups, faces, lines, codes } = statedFindings(findings, 'unclear');
  const within = <T extends { box: Box }>(found: readonly T[]): T[] =>
    found.filter(({ box }) => meets(box, region)).slice(0, most);
  const things = within(groups.flatMap(({ stated, hedged }) => [...stated, ...hedged]));
  return {
    objects: things.map(({ label, score, box }) => ({ label, score: hundredths(score), box: corners(box) })),
    faces: within(faces).map(({ score, box }) => ({ score: hundredths(score), box: corners(box) })),
    textInImage: within(lines).map(({ text, score, box }) => ({
      text,
      score: hundredths(score),
      box: corners(box),
    })),
    codes: within(codes).map(({ format, text, box }) => ({ format, text, box: corners(box) })),
  };
}

function meets({ x, y, width, height }: Box, region: PixelRegion | undefined): boolean {
  if (region === undefined) return true;
  const { left, top } = region;
  return x < left + region.width && y < top + region.height && x + width > left && y + height > top;
}

/** As regions are given: `[x1, y1, x2, y2]`. */
function corners({ x, y, width, height }: Box): number[] {
  return [x, y, x + width, y + height].map(Math.round);
}

function hundredths(score: number): number {
  return Math.round(100 * score) / 100;
}
