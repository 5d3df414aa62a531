import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import {
  jobDetailShape,
  jobListShape,
  jobQueryShape,
  jobShape,
  jobStateAnswerShape,
  newJobShape,
  ownerQueryShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';
import { guard, own } from '../http/guard.ts';
import { listed } from '../http/pagedList.ts';
import { ServiceError } from '../http/serviceError.ts';
import { getHost } from '../store/hosts.ts';
import { QueueFull, cancelJob, createJob, getJob, listProgress, pageJobs } from '../store/jobs.ts';
import { describeJob, describeListedJob, describeProgress } from './describeJob.ts';

const params = z.object({ jobId: z.string().max(100) });

/** Jobs as members and service keys see them: put into the queue, watched, cancelled. */
export function addJobRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/jobs';
  const put = (job: Parameters<typeof createJob>[1]) => {
    try {
      return createJob(store, job);
    } catch (error) {
      throw error instanceof QueueFull ? new ServiceError(409, error.message) : error;
    }
  };
  const see = [guard(dependencies, 'seeJobs')];
  const manage = [guard(dependencies, 'manageJobs')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List jobs',
      middleware: see,
      request: { query: jobQueryShape },
      responses: { ...failures, 200: jsonAnswer(jobListShape, 'Jobs, newest first') },
    }),
    c => {
      const { rows, next } = listed(c, () => pageJobs(store, c.get('workspace').id, c.req.valid('query')));
      return c.json({ jobs: rows.map(describeListedJob), ...present({ next }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Queue a job for one host or for any host',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(newJobShape) },
      responses: { ...failures, 201: jsonAnswer(jobShape, 'The queued job') },
    }),
    c => {
      const { name, hostId, input } = c.req.valid('json');
      const job = store.database.transaction(() => {
        if (hostId !== undefined) own(c, getHost(store, hostId), 'Host');
        return put({
          workspaceId: c.get('workspace').id,
          name,
          ...present({ hostId }),
          input: JSON.stringify(input ?? null),
          actor: c.get('actor'),
        });
      });
      return c.json(describeJob(job), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{jobId}`,
      summary: 'Get a job with its progress',
      middleware: see,
      request: { query: ownerQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(jobDetailShape, 'The job') },
    }),
    c => {
      const job = own(c, getJob(store, c.req.valid('param').jobId), 'Job');
      return c.json(
        { ...describeJob(job), progress: listProgress(store, job.id).map(describeProgress) },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/{jobId}/cancel`,
      summary: 'Cancel a queued or running job',
      middleware: manage,
      request: { query: ownerQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(jobStateAnswerShape, 'Cancelled') },
    }),
    c => {
      const job = own(c, getJob(store, c.req.valid('param').jobId), 'Job');
      if (!cancelJob(store, job, c.get('actor'))) throw new ServiceError(409, 'The job has already ended');
      return c.json({ jobId: job.id, state: 'cancelled' as const }, 200);
    },
  );
}
