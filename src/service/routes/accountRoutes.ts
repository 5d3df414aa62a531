import { createRoute } from '@hono/zod-openapi';
import { accountSummaryShape, modelListShape, ownerQueryShape } from '../../platform/shapes.ts';
import { jsonAnswer, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { Granted, ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { listWorkspaces } from '../store/workspaces.ts';
import type { OwnWorkspace } from '../store/workspaces.ts';

/** What the contract wants to hear about plans, which a service of one's own has not, and places. */
export function hosting({ region }: Pick<ServiceDependencies, 'region'>) {
  return { plan: 'free', region: region?.own ?? 'eu' } as const;
}

/** GET /api/account/summary, the free call that checks a login, and GET /api/models/completed. */
export function addAccountRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/account/summary',
      summary: 'Get the account of the caller and the workspace',
      middleware: [guard(dependencies, 'seeAccount')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(accountSummaryShape, 'Account and workspace summary') },
    }),
    c => {
      const workspace = c.get('workspace');
      const teams = visibleTeams(dependencies.store, c.var).map(({ username, fullName, role }) => ({
        username,
        fullName,
        role,
      }));
      return c.json(
        {
          username: workspace.username,
          name: workspace.fullName,
          accountType: workspace.kind,
          plan: hosting(dependencies).plan,
          creditsCents: 0,
          counts: { projects: 0, datasets: 0, models: 0 },
          teams,
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/models/completed',
      summary: 'List models with usable weights; this service has none',
      middleware: [guard(dependencies, 'seeModels')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(modelListShape, 'Usable models') },
    }),
    c => c.json({ models: [] }, 200),
  );
}

/** A person's teams; a key knows of its own workspace only. */
export function visibleTeams(store: ServiceStore, { caller, workspace, role }: Granted): OwnWorkspace[] {
  const all =
    caller.kind === 'session' ? listWorkspaces(store, caller.session.user.id) : [{ ...workspace, role }];
  return all.filter(({ kind }) => kind === 'team');
}
