import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { gatewayModelsShape } from '../../platform/shapes.ts';
import type { DedicatedEndpoint } from '../dedicated.ts';
import { forward } from '../gateway/forward.ts';
import { jsonAnswer, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { notFound } from '../http/serviceError.ts';
import { findDescriber } from '../store/textOnlyModels.ts';
import { describeQuestionRoute, listedModel } from './gatewayRoutes.ts';

/** Dedicated endpoints: one model each, for keys that were made for it, which are counted apart. */
export function addDedicatedRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const base = '/api/dedicated/{name}/v1';
  const params = z.object({ name: z.string().max(39) });
  for (const endpoint of ['responses', 'chat/completions'] as const) {
    const use = guard(dependencies, 'useDedicated', { category: 'dedicated', readsBody: true });
    describeQuestionRoute(app, {
      path: `${base}/${endpoint}`,
      summary: 'Send a request to the model of a dedicated endpoint, whatever model it names',
      params,
    });
    app.post(`${base.replace('{name}', ':name')}/${endpoint}`, use, c =>
      forward(c, dependencies, endpoint, endpointOf(c, dependencies).model),
    );
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: `${base}/models`,
      summary: 'List the model of a dedicated endpoint',
      middleware: [guard(dependencies, 'useDedicated', { category: 'dedicated' })],
      request: { params },
      responses: { ...failures, 200: jsonAnswer(gatewayModelsShape, 'Its model') },
    }),
    c => {
      const { model: id } = endpointOf(c, dependencies);
      const describedBy = findDescriber(dependencies.store, c.get('workspace').id, id);
      const model = { id, provider: id.replace(/\/.*/, ''), ...present({ describedBy }) };
      return c.json({ object: 'list' as const, data: [listedModel(model)] }, 200);
    },
  );
}

function endpointOf(c: ServiceContext, { dedicated }: ServiceDependencies): DedicatedEndpoint {
  const endpoint = dedicated.find(({ name }) => name === c.req.param('name'));
  if (endpoint === undefined) throw notFound('Dedicated endpoint');
  return endpoint;
}
