import { createRoute } from '@hono/zod-openapi';
import {
  ownerQueryShape,
  saveTextOnlyModelsShape,
  successShape,
  textOnlyModelsShape,
} from '../../platform/shapes.ts';
import { resolveModel } from '../gateway/chooseModel.ts';
import type { ServiceDependencies } from '../context.ts';
import { body, failures, jsonAnswer } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { guard } from '../http/guard.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import { upperLimits } from '../http/upperLimits.ts';
import { findTextOnlyModels, removeTextOnlyModels, saveTextOnlyModels } from '../store/textOnlyModels.ts';

/** Models that take text alone: the gateway has images for them described by a vision model. */
export function addTextOnlyModelRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/text-only-models';
  const manage = [guard(dependencies, 'manageTextOnlyModels')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'Show the text-only models, and the vision model that describes images for them',
      middleware: [guard(dependencies, 'seeProviders')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(textOnlyModelsShape, 'Text-only models') },
    }),
    c => c.json(findTextOnlyModels(store, c.get('workspace').id) ?? { models: [] }, 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path,
      summary: 'Have images for text-only models described by a vision model',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(saveTextOnlyModelsShape) },
      responses: { ...failures, 200: jsonAnswer(textOnlyModelsShape, 'Saved') },
    }),
    c => {
      const { describedBy, models: named } = c.req.valid('json');
      const workspaceId = c.get('workspace').id;
      const models = [...new Set(named)].sort();
      if (models.length > upperLimits.textOnlyModels)
        throw new ServiceError(
          400,
          `models: a workspace has at most ${upperLimits.textOnlyModels} text-only models`,
        );
      if (models.includes(describedBy))
        throw new ServiceError(400, `models: ${describedBy} cannot describe images for itself`);
      for (const [member, names] of Object.entries({ describedBy: [describedBy], models }))
        for (const name of names) requireConnected(dependencies, workspaceId, name, member);
      saveTextOnlyModels(store, { workspaceId, describedBy, models, actor: c.get('actor') });
      return c.json({ describedBy, models }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Have images no longer described, and erase the kept descriptions',
      middleware: manage,
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Images go to all models as they are') },
    }),
    c => {
      if (!removeTextOnlyModels(store, c.get('workspace').id, c.get('actor'))) throw notFound('Vision model');
      return c.json({ success: true as const }, 200);
    },
  );
}

function requireConnected(
  dependencies: ServiceDependencies,
  workspaceId: string,
  name: string,
  member: string,
): void {
  try {
    resolveModel(dependencies, workspaceId, name);
  } catch (error) {
    if (error instanceof ServiceError) throw new ServiceError(400, `${member}: ${error.message}`);
    throw error;
  }
}
