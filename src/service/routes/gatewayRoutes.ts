import { createRoute, z } from '@hono/zod-openapi';
import { errorShape, gatewayModelsShape, ownerQueryShape } from '../../platform/shapes.ts';
import { forward } from '../gateway/forward.ts';
import { gatewayModels } from '../gateway/gatewayModels.ts';
import type { GatewayModel } from '../gateway/gatewayModels.ts';
import { jsonAnswer, body, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';
import { callerId, guard } from '../http/guard.ts';

/** The OpenAI-compatible endpoints: a team's members ask with service keys, the provider's key stays here. */
export function addGatewayRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  for (const endpoint of ['responses', 'chat/completions'] as const) {
    const use = guard(dependencies, 'useGateway', { category: 'gateway', readsBody: true });
    describeQuestionRoute(app, {
      path: `/api/v1/${endpoint}`,
      summary: 'Send a request to a model of a connected provider, given as provider/model',
      query: ownerQueryShape,
    });
    app.post(`/api/v1/${endpoint}`, use, c => forward(c, dependencies, endpoint));
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/v1/models',
      summary: 'List the available models',
      middleware: [guard(dependencies, 'useGateway')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(gatewayModelsShape, 'Models as provider/model') },
    }),
    async c => {
      const models = await gatewayModels(dependencies, {
        workspaceId: c.get('workspace').id,
        keyId: callerId(c.get('caller')),
        signal: c.req.raw.signal,
      });
      return c.json({ object: 'list' as const, data: models.map(listedModel) }, 200);
    },
  );
}

/** A model in the shape of OpenAI-compatible servers; what it takes is told as OpenRouter does. */
export function listedModel({ id, provider, describedBy }: GatewayModel) {
  const model = { id, object: 'model' as const, created: 0, owned_by: provider };
  if (describedBy === undefined) return model;
  const architecture = { input_modalities: ['text', 'image'], output_modalities: ['text'] };
  return { ...model, architecture, images_described_by: describedBy };
}

/** Describes a route that asks a provider. It is not parsed: the body goes on as it is. */
export function describeQuestionRoute(
  app: ServiceApp,
  { path, summary, ...request }: { path: string; summary: string; params?: z.ZodObject; query?: z.ZodObject },
): void {
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'post',
      path,
      summary,
      request: { ...request, body: body(z.looseObject({ model: z.string().max(250) })) },
      responses: {
        ...failures,
        200: {
          description: "The provider's response, passed through",
          headers: {
            'x-sightline-images': {
              description: 'Of a text-only model: how many images were described, and by which model',
              schema: { type: 'string' },
            },
          },
          content: {
            'application/json': { schema: z.unknown() },
            'text/event-stream': { schema: z.string() },
          },
        },
        502: jsonAnswer(errorShape, 'The provider is unreachable or the connection was lost'),
      },
    }),
  );
}
