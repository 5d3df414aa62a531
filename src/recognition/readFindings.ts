import { z } from 'zod/mini';
import type { Findings } from './findings.ts';

/** More than this of one kind is nobody's findings. */
export const mostFindings = 1000;

const pixels = z.number().check(z.gte(-1e6), z.lte(1e6));
const score = z.number().check(z.gte(0), z.lte(1));
const box = z.object({ x: pixels, y: pixels, width: pixels, height: pixels });
const point = z.object({ x: pixels, y: pixels });
const words = (most: number) => z.string().check(z.maxLength(most));
const list = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(mostFindings));

/** Findings as they are stored and sent: what is read back is held against it. */
export const findingsShape = z.object({
  width: pixels,
  height: pixels,
  things: list(z.object({ label: words(100), score, box })),
  faces: list(z.object({ score, box })),
  lines: list(
    z.object({
      text: words(10_000),
      score,
      box,
      corners: z.tuple([point, point, point, point]),
      lineHeight: pixels,
    }),
  ),
  codes: list(z.object({ format: words(100), text: words(10_000), box })),
  unreadLines: z.optional(z.number().check(z.gte(0), z.lte(1e6))),
  madeBy: z.array(words(200)).check(z.maxLength(20)),
});

/** Findings that somebody else has written; `undefined` where they are none. */
export function readFindings(value: unknown): Findings | undefined {
  // The usual case by far: nobody looked.
  if (value === undefined) return undefined;
  const read = findingsShape.safeParse(value);
  return read.success ? read.data : undefined;
}
