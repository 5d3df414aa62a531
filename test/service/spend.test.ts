import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { listedByName, listedPrices, priceListDate } from '../../src/inference/prices/priceList.ts';
import type { priceListShape, spendShape } from '../../src/platform/shapes.ts';
import { dayOf, dayText } from '../../src/service/store/periods.ts';
import { saveConnectedProvider } from '../../src/service/store/providerKeys.ts';
import { deleteSlice } from '../../src/service/store/retention.ts';
import { pageSpend } from '../../src/service/store/spend.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { testApp } from '../support/service/testApp.ts';

type Spend = z.infer<typeof spendShape>['spend'];

/** A team whose provider's answers use 1,000 tokens of input and 500 of output. */
function world() {
  const app = testApp({
    fetchProvider: () =>
      Promise.resolve(Response.json({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 500 } })),
  });
  const { workspace, members } = app.team();
  const { actor, session } = members.owner;
  const parts = { label: 'P', baseUrl: 'https://p.example/v1', key: 'sk-not-a-real-key', actor };
  for (const provider of ['openai', 'test'])
    saveConnectedProvider(app.store, { workspaceId: workspace.id, provider, ...parts });
  const { key } = createServiceKey(app.store, {
    ...{ workspaceId: workspace.id, name: '=laptop', prefix: 'sl_', actor },
  });
  const messages = [{ role: 'user', content: 'hello' }];
  const ask = async (model: string) => {
    const { status } = await app.ask('POST', '/api/v1/chat/completions', { key, body: { model, messages } });
    expect(status).toBe(200);
  };
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}owner=acme`;
  const spend = async () =>
    (await app.ask<{ spend: Spend }>('GET', at('/api/spend'), { session })).body.spend;
  return { ...{ app, members, session, ask, at, spend, workspace, key } };
}

test('what requests cost is told by day, key, member and model, also as CSV for a spreadsheet', async () => {
  const { app, ask, at, spend, session, members } = world();
  const price = listedByName('openai/gpt-4.1-mini') ?? { input: 0, output: 0 };
  await ask('openai/gpt-4.1-mini');
  await ask('openai/gpt-4.1-mini');
  await ask('test/unknown');
  const today = dayText(dayOf(app.store.now()));
  app.advance(24 * 60 * 60 * 1000);
  await ask('openai/gpt-4.1-mini');
  const cost = (1000 * price.input + 500 * price.output) / 1e6;
  const rows = await spend();
  expect(
    rows.map(({ day, model, requests, unpriced, dollars }) => [
      day > today,
      model,
      requests,
      unpriced,
      dollars,
    ]),
  ).toEqual([
    [true, 'openai/gpt-4.1-mini', 1, 0, cost],
    [false, 'test/unknown', 1, 1, 0],
    [false, 'openai/gpt-4.1-mini', 2, 0, 2 * cost],
  ]);
  const { username } = members.owner.user;
  expect(new Set(rows.map(({ keyName, member }) => `${keyName} ${member}`))).toEqual(
    new Set([`=laptop ${username}`]),
  );
  const { body, headers } = await app.ask<string>('GET', at('/api/spend/export'), { session });
  expect(headers.get('content-disposition')).toContain('spend-acme.csv');
  const read = parse<Record<string, string>>(body, { columns: true });
  expect(read.map(({ day, model, dollars }) => [day, model, Number(dollars)])).toEqual(
    rows.map(({ day, model, dollars }) => [day, model, dollars]),
  );
  // No formula for a spreadsheet.
  expect(read[0]?.keyName).toBe("'=laptop");
});

test('an own price counts in the place of the listed one, from the next request on', async () => {
  const { app, ask, at, spend, session } = world();
  const set = (body: object) => app.ask('PUT', at('/api/prices'), { session, body });
  await ask('openai/gpt-4.1-mini');
  expect((await set({ model: 'openai/gpt-4.1-mini', input: 10, output: 20 })).status).toBe(200);
  expect((await set({ model: 'no-provider', input: 10, output: 20 })).status).toBe(400);
  expect((await set({ model: 'openai/a', input: -1, output: 20 })).status).toBe(400);
  const [before] = await spend();
  await ask('openai/gpt-4.1-mini');
  const [after] = await spend();
  expect((after?.dollars ?? 0) - (before?.dollars ?? 0)).toBeCloseTo(0.02, 9);
  const { body } = await app.ask<z.infer<typeof priceListShape>>('GET', at('/api/prices'), { session });
  expect(body.own.map(({ model, input }) => [model, input])).toEqual([['openai/gpt-4.1-mini', 10]]);
  expect(body.listed.length).toBe(listedPrices().length);
  const remove = () => app.ask('DELETE', at('/api/prices?model=openai/gpt-4.1-mini'), { session });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
});

test('the list has a day, and each of its models a name and a price of a sensible size', () => {
  expect(priceListDate).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(listedPrices().length).toBeGreaterThan(30);
  for (const { model: name } of listedPrices()) {
    const price = listedByName(name);
    expect(name).toMatch(/^[a-z0-9-]+\/\S+$/);
    expect(price?.input, name).toBeLessThanOrEqual(price?.output ?? -1);
    expect(price?.output, name).toBeLessThan(1000);
  }
});

test('spend goes with the usage that is too old', async () => {
  const { app, ask, spend, workspace } = world();
  await ask('openai/gpt-4.1-mini');
  expect(await spend()).toHaveLength(1);
  app.advance(366 * 24 * 60 * 60 * 1000);
  while (deleteSlice(app.store, {})) continue;
  expect(pageSpend(app.store, workspace.id, { limit: 1 }).rows).toEqual([]);
});
