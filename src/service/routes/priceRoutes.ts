import { createRoute } from '@hono/zod-openapi';
import {
  ownerQueryShape,
  priceListShape,
  removePriceShape,
  savePriceShape,
  successShape,
} from '../../platform/shapes.ts';
import { listedPrices, priceListDate } from '../../inference/prices/priceList.ts';
import type { ServiceDependencies } from '../context.ts';
import { body, failures, instant, jsonAnswer } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { guard } from '../http/guard.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { notFound } from '../http/serviceError.ts';
import { listPrices, removePrice, savePrice } from '../store/prices.ts';

/** What models cost. */
export function addPriceRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/prices';
  const manage = [guard(dependencies, 'managePrices')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List the prices of models, in US dollars per million tokens',
      middleware: [guard(dependencies, 'seePrices')],
      request: { query: ownerQueryShape },
      responses: {
        ...failures,
        200: jsonAnswer(priceListShape, 'The own prices of the workspace, and the list'),
      },
    }),
    c => {
      const own = listPrices(store, c.get('workspace').id);
      return c.json(
        {
          own: own.map(price => ({ ...price, updatedAt: instant(price.updatedAt) })),
          ...{ asOf: priceListDate, listed: listedPrices() },
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'put',
      path,
      summary: 'Set the price of a model for the workspace',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(savePriceShape) },
      responses: { ...failures, 200: jsonAnswer(savePriceShape, 'Saved') },
    }),
    c => {
      const price = c.req.valid('json');
      const workspaceId = c.get('workspace').id;
      store.database.transaction(() => {
        const others = listPrices(store, workspaceId).filter(({ model }) => model !== price.model);
        requireRoom(others.length, upperLimits.prices, most => `A workspace has at most ${most} prices`);
        savePrice(store, { ...price, workspaceId, actor: c.get('actor') });
      });
      return c.json(price, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Go back to the listed price of a model',
      middleware: manage,
      request: { query: removePriceShape },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Removed') },
    }),
    c => {
      if (!removePrice(store, c.get('workspace').id, c.req.valid('query').model, c.get('actor')))
        throw notFound('Price');
      return c.json({ success: true as const }, 200);
    },
  );
}
