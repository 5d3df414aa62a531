import type { ServiceApp } from './answers.ts';

/** Describes every route of the API, from the same schemas that check what comes in. */
export function openApiDocument(app: ServiceApp): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Sightline platform service', version: '1.0.0' },
    servers: [{ url: '/' }],
    security: [{ BearerAuth: [] }, { Session: [] }],
  });
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
