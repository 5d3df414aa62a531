import { createRoute } from '@hono/zod-openapi';
import {
  findSharedAnswersShape,
  keepSharedAnswersShape,
  ownerQueryShape,
  sharedAnswersShape,
  successShape,
} from '../../platform/shapes.ts';
import type { ServiceDependencies } from '../context.ts';
import { body, failures, jsonAnswer } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { guard } from '../http/guard.ts';
import { deleteSharedAnswers, findSharedAnswers, keepSharedAnswers } from '../store/sharedAnswers.ts';

/** Answers that the members of a workspace share, so that a question about an image is paid for once. */
export function addSharedAnswerRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/shared-answers';
  const category = 'answers';

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/find`,
      summary: 'Find shared answers by what was asked',
      middleware: [guard(dependencies, 'findSharedAnswers', { category })],
      request: { query: ownerQueryShape, body: body(findSharedAnswersShape) },
      responses: { ...failures, 200: jsonAnswer(sharedAnswersShape, 'Those that are known') },
    }),
    c => {
      const { id, username } = c.get('workspace');
      const answers = findSharedAnswers(store, id, c.req.valid('json').keys);
      return c.json({ workspace: username, answers }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Share answers with the workspace',
      middleware: [guard(dependencies, 'keepSharedAnswers', { category })],
      request: { query: ownerQueryShape, body: body(keepSharedAnswersShape) },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Kept') },
    }),
    c => {
      keepSharedAnswers(store, c.get('workspace').id, c.req.valid('json').answers);
      return c.json({ success: true as const }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Delete all shared answers',
      middleware: [guard(dependencies, 'deleteSharedAnswers')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Deleted') },
    }),
    async c => {
      await deleteSharedAnswers(store, c.get('workspace').id, c.get('actor'));
      return c.json({ success: true as const }, 200);
    },
  );
}
