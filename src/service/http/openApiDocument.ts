import { sightlineVersion } from '../../base/node/sightlineVersion.ts';
import type { ServiceApp } from './answers.ts';

/** Describes every route of the API, from the same schemas that check what comes in. */
export function openApiDocument(app: ServiceApp): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Sightline platform service',
      description: 'Keys, teams, jobs, training runs and a gateway to the providers of a workspace.',
      version: sightlineVersion(),
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ BearerAuth: [] }, { Session: [] }],
  });
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, NamedOperation>)) {
      operation.operationId ??= operationId(method, path);
      operation.tags ??= [partsOf(path)[0] ?? 'api'];
    }
  return {
    ...document,
    components: {
      ...document.components,
      securitySchemes: {
        BearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'A service key, or the worker key of a host.',
        },
        Session: { type: 'apiKey', in: 'cookie', name: 'sightline', description: 'A browser session.' },
      },
    },
  };
}

interface NamedOperation {
  operationId?: string;
  tags?: string[];
}

/** `postInvitationsByInviteIdLink`: what programs that are generated from the document call their functions. */
function operationId(method: string, path: string): string {
  const words = partsOf(path)
    .map(part => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part))
    .flatMap(part => part.split(/[^A-Za-z0-9]+/))
    .filter(word => word !== '');
  return method + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The parts of a path behind `/api`. */
function partsOf(path: string): string[] {
  return path.split('/').filter(part => part !== '' && part !== 'api');
}
