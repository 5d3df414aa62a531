import { createRoute, z } from '@hono/zod-openapi';
import {
  finishJobShape,
  givenBackShape,
  jobStateAnswerShape,
  progressShape,
  takeJobShape,
  takenJobShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { guard, own } from '../http/guard.ts';
import { ServiceError } from '../http/serviceError.ts';
import { refusals } from '../roles.ts';
import { addProgress, finishJob, getJob, giveBackJobs, renewLease, takeJob } from '../store/jobs.ts';
import type { Job } from '../store/jobs.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { describeJob } from './describeJob.ts';

const params = z.object({ jobId: z.string().max(100) });

/** Jobs as the hosts see them: taken, reported on, ended. */
export function addWorkerRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/jobs';
  const middleware = [guard(dependencies, 'workOnJobs')];

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/take`,
      summary: 'Take the oldest queued job',
      middleware,
      request: { body: { ...body(takeJobShape), required: false } },
      responses: { ...failures, 200: jsonAnswer(takenJobShape, 'The job, now running, or null') },
    }),
    c => {
      const { lease } = c.req.valid('json');
      const leased = lease === undefined ? undefined : 1000 * lease;
      const job = takeJob(store, c.get('workspace').id, c.get('actor').id, leased);
      return c.json({ job: job === undefined ? null : describeJob(job) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/give-back`,
      summary: 'Put the running jobs of the host back into the queue',
      middleware,
      responses: { ...failures, 200: jsonAnswer(givenBackShape, 'How many jobs that were') },
    }),
    c => c.json({ givenBack: giveBackJobs(store, c.get('workspace').id, c.get('actor').id) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/{jobId}/progress`,
      summary: 'Report progress; the response says whether to continue',
      middleware,
      request: { params, body: body(progressShape) },
      responses: { ...failures, 200: jsonAnswer(jobStateAnswerShape, 'The state of the job') },
    }),
    c => {
      const job = ownJob(c, store, c.req.valid('param').jobId);
      const { metrics } = c.req.valid('json');
      if (job.state === 'running') {
        renewLease(store, job.id);
        if (Object.keys(metrics).length > 0) addProgress(store, job.id, JSON.stringify(metrics));
      }
      return c.json({ jobId: job.id, state: job.state }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/{jobId}/finish`,
      summary: 'End a running job',
      middleware,
      request: { params, body: body(finishJobShape) },
      responses: { ...failures, 200: jsonAnswer(jobStateAnswerShape, 'Ended') },
    }),
    c => {
      const job = ownJob(c, store, c.req.valid('param').jobId);
      const { state, output, error } = c.req.valid('json');
      const end = { state, error, output: output === undefined ? undefined : JSON.stringify(output) };
      if (!finishJob(store, job.id, end)) throw new ServiceError(409, 'The job is not running');
      return c.json({ jobId: job.id, state }, 200);
    },
  );
}

/** A host reports on the jobs that it took, and on no others. */
function ownJob(c: ServiceContext, store: ServiceStore, jobId: string): Job {
  const job = own(c, getJob(store, jobId), 'Job');
  if (job.hostId !== c.get('actor').id) throw new ServiceError(403, refusals.permission);
  return job;
}
