import * as z from 'zod/mini';
import { ValueError } from '../base/errors.ts';
import type { PixelRegion } from '../images/fit.ts';

/** Most characters of a question. */
const longestQuestion = 20_000;

export const pathInput = z.string().check(z.minLength(1));

export const questionInput = z.string().check(z.maxLength(longestQuestion));

const corner = z.int().check(z.nonnegative());

/** `[x1, y1, x2, y2]`, the second corner outside. */
export const regionInput = z.tuple([corner, corner, corner, corner]);

/** The region between two corners. @throws {ValueError} where it is empty. */
export function regionOf(corners: z.infer<typeof regionInput> | undefined): PixelRegion | undefined {
  if (corners === undefined) return undefined;
  const [left, top, right, bottom] = corners;
  if (right > left && bottom > top) return { left, top, width: right - left, height: bottom - top };
  throw new ValueError('The region is empty: it is [x1, y1, x2, y2] with x1 < x2 and y1 < y2.', {
    code: 'badRequest',
  });
}

/** What an agent gave, in the shape that a tool takes. @throws {ValueError} that says what does not fit. */
export function readInput<Shape>(shape: z.ZodMiniType<Shape>, input: unknown): Shape {
  const { success, data, error } = shape.safeParse(input);
  if (success) return data;
  const issue = error.issues[0];
  const place = issue?.path.join('.') ?? '';
  throw new ValueError(
    `The input of the tool does not fit its schema${place === '' ? '' : ` at "${place}"`}.`,
    { code: 'badRequest', hint: 'See the schema of its input, and call it again.' },
  );
}
