import type { OpenAPIHono, z } from '@hono/zod-openapi';
import { errorShape } from '../../platform/shapes.ts';
import { clientAddress } from './authenticate.ts';
import type { ServiceDependencies, ServiceEnv } from '../context.ts';
import { createMiddleware } from 'hono/factory';
import { limitBody, managementLimit } from './limitBody.ts';
import { limitDepth } from './limitDepth.ts';
import { requireSameOrigin } from './sameOrigin.ts';

export { instant } from './instant.ts';

/** The app that routes are added to. */
export type ServiceApp = OpenAPIHono<ServiceEnv>;

/** A JSON answer in a route's description. */
export function jsonAnswer<Shape extends z.ZodType>(schema: Shape, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON body in a route's description; a body of another type is refused. */
export function body<Shape extends z.ZodType>(schema: Shape) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The failures that any guarded route may answer with. */
export const failures = {
  400: jsonAnswer(errorShape, 'Invalid request'),
  401: jsonAnswer(errorShape, 'Missing or invalid authentication'),
  403: jsonAnswer(errorShape, 'Permission denied'),
  404: jsonAnswer(errorShape, 'Not found'),
  409: jsonAnswer(errorShape, 'Conflict with an existing resource'),
  421: jsonAnswer(
    errorShape,
    'The key belongs to another region, whose address is in Location; or the service is not served by this host name',
  ),
  429: jsonAnswer(errorShape, 'Too many requests; Retry-After gives the seconds to wait'),
  503: jsonAnswer(errorShape, 'The service is busy; Retry-After gives the seconds to wait'),
} as const;

/**
 * Guards a route that needs no key, a token in its body being what it is about: same origin, and what fails is limited
 * by address. A good token is never kept waiting by others' bad ones.
 */
export function openRoute(dependencies: ServiceDependencies) {
  const limited = limitBody(managementLimit);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    requireSameOrigin(c, dependencies, { nameless: true });
    await limited(c, async () => {
      await limitDepth(c, next);
    });
    if (c.res.status >= 400) await dependencies.limits.takeUnknown(clientAddress(c, dependencies), 'link');
  });
}
