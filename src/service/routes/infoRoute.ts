import { createRoute } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { sightlineVersion } from '../../base/node/sightlineVersion.ts';
import { serviceInfoShape } from '../../platform/shapes.ts';
import { failures, jsonAnswer } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';

/** GET /api/info: what anybody may know, a client that is too old included. */
export function addInfoRoute(app: ServiceApp, { minClient, region }: ServiceDependencies): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/info',
      summary:
        'Get the version of the service, the lowest version of Sightline that it serves, and its region',
      security: [],
      responses: { 200: jsonAnswer(serviceInfoShape, 'What anybody may know'), 421: failures[421] },
    }),
    c => {
      const regions = region && { region: region.own, regions: region.addresses() };
      return c.json({ version: sightlineVersion(), ...present({ minClient }), ...regions }, 200);
    },
  );
}
