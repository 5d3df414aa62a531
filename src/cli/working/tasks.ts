import * as z from 'zod';
import { SightlineError } from '../../base/errors.ts';

/** What a job does with its images. Each is a data address, or a file of the folder that the worker was given. */
const describeInput = z.object({
  task: z.literal('describe'),
  images: z.array(z.string()).min(1).max(1000),
  prompt: z.string().max(100_000).optional(),
});

/** A job to describe images. */
export type DescribeInput = z.infer<typeof describeInput>;

const named = z.object({ task: z.string().max(100) });

/** What a job asks for. @throws {SightlineError} that says why this worker cannot do it. */
export function readInput(input: unknown): DescribeInput {
  const task = named.safeParse(input).data?.task;
  if (task === 'predict')
    throw new SightlineError('badRequest', 'There is no predictor on this host. It takes “describe” jobs.');
  if (task !== 'describe')
    throw new SightlineError(
      'badRequest',
      task === undefined
        ? 'The input of the job names no task: it must be an object with "task": "describe".'
        : `This host does not know the task “${task}”. It takes “describe” jobs.`,
    );
  const one = z.object({ image: z.string() }).safeParse(input).data;
  const read = describeInput.safeParse(
    one === undefined ? input : { ...(input as object), images: [one.image] },
  );
  if (read.success) return read.data;
  throw new SightlineError(
    'badRequest',
    'A “describe” job needs "image", a text, or "images", a list of texts; "prompt" is a text.',
  );
}
