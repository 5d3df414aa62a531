import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { budgetListShape, ownerQueryShape, saveBudgetShape, successShape } from '../../platform/shapes.ts';
import type { ServiceDependencies } from '../context.ts';
import { body, failures, instant, jsonAnswer } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { guard, own } from '../http/guard.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { notFound } from '../http/serviceError.ts';
import { inDollars, nanoDollars } from '../money/nanoDollars.ts';
import { listBudgets, removeBudget, saveBudget, stageOf } from '../store/budgets.ts';
import type { BudgetState } from '../store/budgets.ts';
import { getServiceKey } from '../store/serviceKeys.ts';

/** Budgets of a workspace and of its keys. */
export function addBudgetRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, spending } = dependencies;
  const path = '/api/budgets';
  const manage = [guard(dependencies, 'manageBudgets')];
  const told = (workspaceId: string) => {
    spending.flush();
    return { budgets: listBudgets(store, workspaceId).map(describeBudget) };
  };

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List the budgets, and how they stand',
      middleware: [guard(dependencies, 'seeSpend')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(budgetListShape, 'Budgets, in US dollars') },
    }),
    c => c.json(told(c.get('workspace').id), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path,
      summary: 'Set what a key, or the whole workspace, may spend in a day, week or month',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(saveBudgetShape) },
      responses: { ...failures, 200: jsonAnswer(budgetListShape, 'All budgets') },
    }),
    c => {
      const { keyId, period, dollars } = c.req.valid('json');
      const workspaceId = c.get('workspace').id;
      const key = keyId === undefined ? undefined : own(c, getServiceKey(store, keyId), 'API key');
      store.database.transaction(() => {
        const before = listBudgets(store, workspaceId);
        const others = before.filter(one => one.keyId !== (keyId ?? '') || one.period !== period);
        requireRoom(others.length, upperLimits.budgets, most => `A workspace has at most ${most} budgets`);
        saveBudget(store, {
          ...{ workspaceId, actor: c.get('actor'), period, nano: nanoDollars(dollars) },
          ...{ keyId: key?.id ?? '', subject: key?.name ?? 'Workspace' },
        });
      });
      return c.json(told(workspaceId), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{budgetId}`,
      summary: 'Remove a budget',
      middleware: manage,
      request: { query: ownerQueryShape, params: z.object({ budgetId: z.string().max(100) }) },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Removed') },
    }),
    c => {
      if (!removeBudget(store, c.get('workspace').id, c.req.valid('param').budgetId, c.get('actor')))
        throw notFound('Budget');
      return c.json({ success: true as const }, 200);
    },
  );
}

function describeBudget(budget: BudgetState) {
  const { id, keyId, keyName, period, nano, spent, held, resetsAt } = budget;
  return {
    budgetId: id,
    ...(keyId === '' ? {} : present({ keyId, keyName: keyName ?? undefined })),
    ...{ period, dollars: inDollars(nano), spent: inDollars(spent), held: inDollars(held) },
    warning: stageOf(budget) !== 'within',
    resetsAt: instant(resetsAt),
  };
}
