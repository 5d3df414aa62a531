import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ValueError } from '../../base/errors.ts';

/** An image or a video: a path, a `file:`, `http(s)://` or `data:` address, or bytes. An http address is fetched by the service. */
export type PredictSource = string | URL | Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;

/** How a prediction is made, as the service's contract has it. */
export interface PredictParameters {
  /** Least confidence, 0.01 to 1; 0.25 unless given. */
  conf?: number | undefined;
  /** How much boxes of one thing overlap, 0 to 0.95; 0.7 unless given. */
  iou?: number | undefined;
  /** Pixels of the longer side, 32 to 1280; 640 unless given. */
  imgsz?: number | undefined;
  /** Coordinates from 0 to 1 in the place of pixels. */
  normalize?: boolean | undefined;
  /** Digits of coordinates, 0 to 10; 5 unless given. */
  decimals?: number | undefined;
  /** Bits of a depth map; 8 unless given. */
  bits?: 8 | 12 | 16 | undefined;
}

/** The form that asks for a prediction. @throws {ValueError} where the image cannot be read. */
export async function imageForm(
  source: PredictSource,
  parameters: PredictParameters,
  signal: AbortSignal | undefined,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters) as [string, number | boolean | undefined][])
    if (value !== undefined) form.append(name, String(value));
  const text = source instanceof URL ? source.href : source;
  if (typeof text === 'string' && /^https?:/i.test(text)) form.append('source', text);
  else {
    const { blob, name } = await fileOf(text, signal);
    form.append('file', blob, name);
  }
  return form;
}

async function fileOf(
  source: Exclude<PredictSource, URL>,
  signal: AbortSignal | undefined,
): Promise<{ blob: Blob; name: string }> {
  if (typeof source !== 'string')
    return { blob: source instanceof Blob ? source : new Blob([source]), name: 'image' };
  if (/^data:/i.test(source)) {
    const comma = source.indexOf(',');
    if (!/;base64$/i.test(source.slice(0, comma)))
      throw new ValueError('A data address must hold base64: data:image/jpeg;base64,…');
    return { blob: new Blob([Buffer.from(source.slice(comma + 1), 'base64')]), name: 'image' };
  }
  const file = /^file:/i.test(source) ? fileURLToPath(source) : source;
  const bytes = await readFile(file, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new ValueError(`The image ${file} cannot be read.`, { cause: error });
  });
  return { blob: new Blob([bytes]), name: path.basename(file) };
}
