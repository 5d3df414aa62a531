import { OpenAPIHono } from '@hono/zod-openapi';
import { addAccountRoutes } from './routes/accountRoutes.ts';
import { addActivityRoutes } from './routes/activityRoutes.ts';
import { addDedicatedRoutes } from './routes/dedicatedRoutes.ts';
import { addGatewayRoutes } from './routes/gatewayRoutes.ts';
import { addInfoRoute } from './routes/infoRoute.ts';
import { addHostRoutes } from './routes/hostRoutes.ts';
import { addInvitationRoutes } from './routes/invitationRoutes.ts';
import { addJobRoutes } from './routes/jobRoutes.ts';
import { addMemberRoutes } from './routes/memberRoutes.ts';
import { addBudgetRoutes } from './routes/budgetRoutes.ts';
import { addPriceRoutes } from './routes/priceRoutes.ts';
import { addSharedAnswerRoutes } from './routes/sharedAnswerRoutes.ts';
import { addSpendRoutes } from './routes/spendRoutes.ts';
import { addProviderRoutes } from './routes/providerRoutes.ts';
import { addTeamRoutes } from './routes/teamRoutes.ts';
import { addTextOnlyModelRoutes } from './routes/textOnlyModelRoutes.ts';
import { addTrainingEventRoute } from './routes/trainingEventRoute.ts';
import { addTrainingMetricRoutes } from './routes/trainingMetricRoutes.ts';
import { addTrainingRoutes } from './routes/trainingRoutes.ts';
import { addWorkerRoutes } from './routes/workerRoutes.ts';
import { addKeyRoutes } from './routes/keyRoutes.ts';
import { addSessionRoutes } from './routes/sessionRoutes.ts';
import type { ServiceApp } from './http/answers.ts';
import { clientVersion } from './http/clientVersion.ts';
import type { ServiceDependencies, ServiceEnv } from './context.ts';
import { countRequests } from './http/countRequests.ts';
import { failureAnswer, invalidInput } from './http/failureAnswer.ts';
import { hostCheck } from './http/hostCheck.ts';
import { limitBody, managementLimit } from './http/limitBody.ts';
import { notReady } from './http/notReady.ts';
import { openApiDocument } from './http/openApiDocument.ts';
import { requestLog } from './http/requestLog.ts';
import { securityHeaders } from './http/securityHeaders.ts';

/**
 * The service as a function of what it stands on; it needs no socket. `addPages` adds the web pages, which find the
 * same guards around them.
 */
export function createApp(
  dependencies: ServiceDependencies,
  addPages?: (app: ServiceApp, dependencies: ServiceDependencies) => void,
): ServiceApp {
  const app = new OpenAPIHono<ServiceEnv>({ defaultHook: invalidInput });
  app.onError((error, c) => failureAnswer(error, c, dependencies.log));
  app.notFound(c => c.json({ error: 'Not found' }, 404));

  // For whoever watches over the service, by whatever name it is reached; it says nothing else.
  app.get('/healthz', c => c.json({ status: 'ok' }));
  app.get('/readyz', c => {
    const reason = notReady(dependencies);
    return reason === undefined ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', reason }, 503);
  });
  if (dependencies.requests) app.use(countRequests(dependencies.requests));
  app.use(requestLog(dependencies.log));
  app.use(securityHeaders(dependencies.secure));
  app.use(hostCheck(dependencies.isOwnHost));
  // Before the floor of versions: whoever is below it can ask what is needed.
  addInfoRoute(app, dependencies);
  app.use('/api/*', clientVersion(dependencies.minClient));
  // The API's routes limit theirs when they know who asks.
  const limitForms = limitBody(managementLimit);
  app.use((c, next) => (c.req.path.startsWith('/api/') ? next() : limitForms(c, next)));

  const parts = [
    addAccountRoutes,
    addSessionRoutes,
    addKeyRoutes,
    addProviderRoutes,
    addTextOnlyModelRoutes,
    addTeamRoutes,
    addMemberRoutes,
    addInvitationRoutes,
    addHostRoutes,
    addJobRoutes,
    addWorkerRoutes,
    addTrainingRoutes,
    addTrainingMetricRoutes,
    addTrainingEventRoute,
    addSharedAnswerRoutes,
    addActivityRoutes,
    addPriceRoutes,
    addSpendRoutes,
    addBudgetRoutes,
    addGatewayRoutes,
    addDedicatedRoutes,
  ];
  for (const addRoutes of parts) addRoutes(app, dependencies);
  app.get('/robots.txt', c => c.text('User-agent: *\nDisallow: /\n'));
  app.get('/api', c =>
    c.text(`The API of Sightline's service is described in ${dependencies.address()}/api/openapi.json\n`),
  );
  app.get('/api/openapi.json', c => c.json(openApiDocument(app)));
  // Last, because they answer every other address.
  addPages?.(app, dependencies);
  return app;
}
