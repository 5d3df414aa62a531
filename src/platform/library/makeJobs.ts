import { jobDetailShape, jobListShape, jobShape, jobStateAnswerShape } from '../shapes.ts';
import type { Ask } from './ask.ts';
import type { Jobs } from './jobs.ts';

/** Bytes of a job with its input and output. */
const largestJob = 16_000_000;

/** The calls about jobs, made with `ask`. */
export function makeJobs(ask: Ask): Jobs {
  const path = '/api/jobs';
  const of = (jobId: string) => `${path}/${encodeURIComponent(jobId)}`;
  return {
    create: (body, { owner, signal } = {}) =>
      ask({ method: 'POST', path, query: { owner }, body, signal, largestAnswer: largestJob }, jobShape),
    list: ({ signal, owner, limit, cursor, state, hostId } = {}) =>
      ask({ path, query: { owner, limit, cursor, state, hostId }, signal }, jobListShape),
    get: (jobId, { owner, signal } = {}) =>
      ask({ path: of(jobId), query: { owner }, signal, largestAnswer: largestJob }, jobDetailShape),
    cancel: async (jobId, { owner, signal } = {}) => {
      await ask(
        { method: 'POST', path: `${of(jobId)}/cancel`, query: { owner }, signal },
        jobStateAnswerShape,
      );
    },
  };
}
