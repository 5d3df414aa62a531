import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { ownerQueryShape, pageQueryShape, spendShape } from '../../platform/shapes.ts';
import type { ServiceDependencies } from '../context.ts';
import { failures, jsonAnswer } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { guard } from '../http/guard.ts';
import { listed } from '../http/pagedList.ts';
import { streamed } from '../http/streamed.ts';
import { spendCsv } from '../money/spendCsv.ts';
import { spendEntry } from '../money/spendEntry.ts';
import { pageSpend } from '../store/spend.ts';

/** What was spent. */
export function addSpendRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, spending } = dependencies;

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/spend',
      summary: 'Get what was spent by day, key, member and model',
      middleware: [guard(dependencies, 'seeSpend')],
      request: { query: pageQueryShape },
      responses: {
        ...failures,
        200: jsonAnswer(spendShape, 'Requests, tokens and US dollars, the latest day first'),
      },
    }),
    c => {
      spending.flush();
      const { rows, next } = listed(c, () => pageSpend(store, c.get('workspace').id, c.req.valid('query')));
      return c.json({ spend: rows.map(spendEntry), ...present({ next }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/spend/export',
      summary: 'Download what was spent by day, key, member and model as CSV',
      middleware: [guard(dependencies, 'seeSpend', { category: 'export' })],
      request: { query: ownerQueryShape },
      responses: {
        ...failures,
        200: {
          description: 'One row for each day, key and model, the latest day first',
          content: { 'text/csv': { schema: z.string() } },
        },
      },
    }),
    c => {
      spending.flush();
      const { id, username } = c.get('workspace');
      return c.body(streamed(spendCsv(store, id)), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="spend-${username}.csv"`,
      });
    },
  );
}
