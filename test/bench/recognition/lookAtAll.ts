import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageToDataUrl } from '../../../src/images/prepare/imageToDataUrl.ts';
import { judgeKind } from '../../../src/inference/offline/judgeKind.ts';
import { measure } from '../../../src/inference/offline/measure.ts';
import { measurablePicture } from '../../../src/inference/offline/pixels.ts';
import { openEngine, type Engine } from '../../../src/recognition/engine/openEngine.ts';
import { recognisePixels } from '../../../src/recognition/engine/recognisePixels.ts';
import type { Findings } from '../../../src/recognition/findings.ts';
import type { ImageKind } from '../../../src/recognition/imageKind.ts';
import { openForRecognition } from '../../../src/recognition/openForRecognition.ts';
import { recognitionFiles } from '../../../src/recognition/weights/recognitionFiles.ts';

/** An image that was looked at; times are milliseconds of processor time. */
export interface LookedAt {
  name: string;
  findings: Findings;
  kind: ImageKind;
  /** Until things and faces are known, and until all is. */
  firstMs: number;
  wholeMs: number;
}

/** The images of a folder, looked at one after the other in this process, and what that cost. */
export interface Look {
  images: LookedAt[];
  /** Milliseconds of processor time until things and faces can be looked for, and what text and codes take after that. */
  openMs: { sight: number; text: number };
  /** Megabytes that this process holds at the end, and held halfway. */
  memoryMb: { halfway: number; end: number };
  /** Milliseconds of processor time for the first image of the process, whose code is still being compiled. */
  coldMs: number;
}

/** Looks at those images of a folder that `isWanted`. */
export async function lookAtAll(folder: string, isWanted: (name: string) => boolean): Promise<Look> {
  // Run from the sources, this makes the weights where there are none yet.
  const files = await recognitionFiles();
  const begun = processorMs();
  const engine = await openEngine(files);
  await engine.sight.get();
  const sight = processorMs() - begun;
  await engine.text.get();
  const openMs = { sight, text: processorMs() - begun - sight };
  const names = (await readdir(folder)).filter(isWanted).sort();
  const [firstName] = names;
  const cold = firstName === undefined ? undefined : await lookAt(engine, path.join(folder, firstName));
  const images: LookedAt[] = [];
  let halfway = 0;
  for (const [i, name] of names.entries()) {
    images.push(await lookAt(engine, path.join(folder, name)));
    if (i === Math.floor(names.length / 2)) halfway = memoryMb();
  }
  return { images, openMs, memoryMb: { halfway, end: memoryMb() }, coldMs: cold?.wholeMs ?? 0 };
}

async function lookAt(engine: Engine, file: string): Promise<LookedAt> {
  const bytes = await readFile(file);
  const { image } = await openForRecognition(bytes);
  const begun = processorMs();
  let firstMs = 0;
  const findings = await recognisePixels(engine, image, {
    onFirst: () => (firstMs = processorMs() - begun),
    pause: () => Promise.resolve(),
  });
  const wholeMs = processorMs() - begun;
  const measures = await measure(await measurablePicture(await imageToDataUrl(bytes)));
  const kind = judgeKind(measures, findings);
  return { name: path.basename(file), findings, kind, firstMs, wholeMs };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
