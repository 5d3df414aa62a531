import type { Findings, FirstFindings } from '../findings.ts';
import { findCodes } from './findCodes.ts';
import { findFaces } from './findFaces.ts';
import { findThings } from './findThings.ts';
import type { Engine } from './openEngine.ts';
import type { Pixels } from './pixels.ts';
import { readText } from './text/readText.ts';

/** What made findings, for people. */
const makers = { things: ['NanoDet-g', 'BlazeFace'], text: ['PP-OCRv4', 'ZXing'] };

/** What is looked for, and who wants to know in between. */
export interface LookOptions {
  only?: 'text' | 'things' | undefined;
  onFirst: (first: FirstFindings) => void;
  /** Lets messages in, and throws where the work is to end. */
  pause: () => Promise<void>;
}

/** Finds things and faces first, then codes and text. */
export async function recognisePixels(
  engine: Engine,
  image: Pixels,
  { only, onFirst, pause }: LookOptions,
): Promise<Findings> {
  const { width, height } = image;
  const first: FirstFindings = { width, height, things: [], faces: [] };
  if (only !== 'text') {
    const { things, faces } = await engine.sight.get();
    first.things = await findThings(things, image);
    await pause();
    first.faces = await findFaces(faces, image, first.things);
    onFirst(first);
    await pause();
  }
  if (only === 'things') return { ...first, lines: [], codes: [], madeBy: makers.things };
  const text = await engine.text.get();
  await pause();
  const codes = await findCodes(image);
  await pause();
  const { lines, unread } = await readText(text, image, pause);
  return {
    ...first,
    lines,
    codes,
    ...(unread > 0 ? { unreadLines: unread } : {}),
    madeBy: only === 'text' ? makers.text : [...makers.things, ...makers.text],
  };
}
