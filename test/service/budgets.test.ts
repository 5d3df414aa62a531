import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { budgetListShape } from '../../src/platform/shapes.ts';
import { createGatewayLoad } from '../../src/service/gateway/load.ts';
import { endOf, firstDay, dayText } from '../../src/service/store/periods.ts';
import { startReserving } from '../../src/service/money/reserving.ts';
import { recordSpending } from '../../src/service/money/spending.ts';
import { saveBudget } from '../../src/service/store/budgets.ts';
import { openStore } from '../../src/service/store/openStore.ts';
import { saveConnectedProvider } from '../../src/service/store/providerKeys.ts';
import { reservationTime } from '../../src/service/store/reservations.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { spentSince } from '../../src/service/store/spend.ts';
import { ended, firstLine, startChild } from '../support/service/child.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { testApp } from '../support/service/testApp.ts';

interface Question {
  max_tokens?: number;
  messages: { content: string }[];
}
type Tokens = { prompt_tokens: number; completion_tokens: number };

const never = new AbortController().signal;

/** A workspace with keys, and a provider whose answers use what `answer` says. */
function world(answer: (question: Question) => Promise<Tokens | Response>) {
  const load = createGatewayLoad({ bytes: 1e12, bytesOfKey: 1e12, openOfKey: 1e6 });
  let asked = 0;
  const app = testApp({
    load,
    fetchProvider: async (_input, init) => {
      asked += 1;
      const question = JSON.parse(Buffer.from(init?.body as Uint8Array).toString()) as Question;
      const used = await answer(question);
      return used instanceof Response ? used : Response.json({ choices: [], usage: used });
    },
  });
  const { user, session, actor, workspace } = app.person('ada');
  const parts = { label: 'Test', baseUrl: 'https://test.example/v1', key: 'sk-not-a-real-key', actor };
  saveConnectedProvider(app.store, { workspaceId: workspace.id, provider: 'test', ...parts });
  const makeKey = (name: string) =>
    createServiceKey(app.store, { workspaceId: workspace.id, name, prefix: 'sl_', actor });
  const { key, serviceKey } = makeKey('laptop');
  const ask = (body: object, as = key) =>
    app.ask<{ error?: string }>('POST', '/api/v1/chat/completions', {
      key: as,
      body: { model: 'test/m', messages: [{ role: 'user', content: 'hello' }], ...body },
    });
  const set = (body: object) => app.ask('PUT', '/api/budgets', { session, body });
  const budgets = async () =>
    (await app.ask<z.infer<typeof budgetListShape>>('GET', '/api/budgets', { session })).body.budgets;
  const price = () =>
    app.ask('PUT', '/api/prices', { session, body: { model: 'test/m', input: 1, output: 2 } });
  return {
    ...{ app, user, session, actor, workspace, key, serviceKey, makeKey, ask, set, budgets, price },
    asked: () => asked,
  };
}

/** Random, and the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

test(
  '2,000 requests at once never cost more than the budget, none is refused while money is left, and the sum is that of the provider',
  { timeout: 600_000 },
  async () => {
    const random = seeded(5);
    let told = 0;
    const { ask, set, budgets, price, makeKey, key } = world(async ({ max_tokens = 0 }) => {
      await new Promise(resolve => setTimeout(resolve, random() * 20));
      const used = {
        prompt_tokens: 1 + Math.floor(random() * 40),
        completion_tokens: 1 + Math.floor(random() * max_tokens),
      };
      told += used.prompt_tokens * 1000 + used.completion_tokens * 2000;
      return used;
    });
    await price();
    await set({ period: 'day', dollars: 0.1 });
    const keys = [key, makeKey('one').key, makeKey('two').key];
    const answers = await Promise.all(
      Array.from({ length: 2000 }, (_, at) => ask({ max_tokens: 100 }, keys[at % keys.length])),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2000 - refused.length);
    expect(refused.length).toBeGreaterThan(500);
    const [budget] = await budgets();
    expect(budget?.spent).toBe(told / 1e9);
    expect(budget?.held).toBe(0);
    expect(budget?.spent).toBeLessThanOrEqual(0.1);
    // What is left would not have paid for one more: 100 tokens of output, and at most as many of input as it has bytes.
    expect(0.1 - (budget?.spent ?? 0)).toBeLessThan((100 * 2 + 250) / 1e6);
    expect(refused[0]?.body.error).toMatch(
      /^Budget exceeded: .+ a day for the workspace .+ resets at \d{4}-/,
    );
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Date.parse(refused[0]?.headers.get('x-ratelimit-reset') ?? '') % 86_400_000).toBe(0);
  },
);

test('of answers whose length nothing bounds, one at most costs more than what was left', async () => {
  const { ask, set, budgets, price } = world(() =>
    Promise.resolve({ prompt_tokens: 10, completion_tokens: 20_000 }),
  );
  await price();
  await set({ period: 'month', dollars: 0.1 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask({})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const [budget] = await budgets();
  expect(budget?.spent).toBeCloseTo(3 * 0.04001, 9);
  expect(budget?.warning).toBe(true);
});

test('a key has its own budget beside that of the workspace, and takes it along when it is rotated', async () => {
  const { ask, set, price, serviceKey, makeKey, budgets, app, session } = world(() =>
    Promise.resolve({ prompt_tokens: 100, completion_tokens: 100 }),
  );
  await price();
  await set({ keyId: serviceKey.id, period: 'week', dollars: 0.001 });
  await set({ period: 'month', dollars: 10 });
  const other = makeKey('other');
  const rotated = makeKey('laptop');
  const ofOne = [];
  for (let n = 0; n < 5; n += 1) ofOne.push((await ask({ max_tokens: 100 })).status);
  expect(ofOne).toEqual([200, 200, 200, 429, 429]);
  expect((await ask({ max_tokens: 100 }, other.key)).status).toBe(200);
  expect((await ask({ max_tokens: 1000 }, rotated.key)).body.error).toMatch(/for the key “laptop”/);
  const listed = await budgets();
  expect(listed.map(({ keyName, dollars }) => [keyName, dollars])).toEqual(
    expect.arrayContaining([
      [undefined, 10],
      ['laptop', 0.001],
      ['laptop', 0.001],
    ]),
  );
  const own = listed.find(({ keyId }) => keyId === serviceKey.id);
  expect((await app.ask('DELETE', `/api/budgets/${own?.budgetId}`, { session })).status).toBe(200);
  expect((await ask({ max_tokens: 100 })).status).toBe(200);
});

test('the budget is whole again in the next period', async () => {
  const { app, ask, set, price } = world(() =>
    Promise.resolve({ prompt_tokens: 100, completion_tokens: 100 }),
  );
  await price();
  await set({ period: 'day', dollars: 0.0006 });
  expect((await ask({ max_tokens: 100 })).status).toBe(200);
  const refused = await ask({ max_tokens: 100 });
  expect(refused.status).toBe(429);
  app.advance(Number(refused.headers.get('retry-after')) * 1000);
  expect((await ask({ max_tokens: 100 })).status).toBe(200);
});

test('where there is a budget, a model without a price is refused, and the offline describer is not', async () => {
  const { ask, set, price, asked } = world(() => Promise.resolve({ prompt_tokens: 1, completion_tokens: 1 }));
  await set({ period: 'day', dollars: 1 });
  const refused = await ask({ max_tokens: 10 });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringContaining('no price is known for test/m'),
  ]);
  expect(asked()).toBe(0);
  await price();
  expect((await ask({ max_tokens: 10 })).status).toBe(200);
  await set({ period: 'day', dollars: 0 });
  expect((await ask({ max_tokens: 10 })).status).toBe(429);
  expect((await ask({ model: 'offline/describer' })).status).toBe(200);
});

test('failures cost nothing; an answer that tells no tokens costs the most that it can have', async () => {
  const replies = [
    Response.json({ error: 'no' }, { status: 500 }),
    Response.json({ choices: [{ message: { content: 'x'.repeat(40) } }] }),
  ];
  const { ask, set, price, budgets } = world(() => Promise.resolve(replies.shift() ?? Response.error()));
  await price();
  await set({ period: 'day', dollars: 1 });
  expect((await ask({ max_tokens: 5 })).status).toBe(500);
  expect((await budgets())[0]).toMatchObject({ spent: 0, held: 0 });
  expect((await ask({ max_tokens: 5 })).status).toBe(200);
  const [budget] = await budgets();
  expect(budget?.held).toBe(0);
  expect(budget?.spent).toBeGreaterThanOrEqual(5 * 2e-6);
  expect(budget?.spent).toBeLessThan(500e-6);
});

test('at 80 % it is warned, once: in the log and in the audit trail', async () => {
  const { app, ask, set, price, budgets, session } = world(() =>
    Promise.resolve({ prompt_tokens: 0, completion_tokens: 100 }),
  );
  await price();
  await set({ period: 'month', dollars: 0.0012 });
  for (let n = 0; n < 5; n += 1) await ask({ max_tokens: 100 });
  expect((await budgets())[0]?.warning).toBe(true);
  const { body } = await app.ask<{ events: { action: string; detail?: string }[] }>('GET', '/api/activity', {
    session,
  });
  const warnings = body.events.filter(({ action }) => action === 'budget.warned');
  expect(warnings.map(({ detail }) => detail)).toEqual(['83 % of $0.0012 a month']);
  expect(app.log.filter(({ message }) => message.includes('are spent by the workspace'))).toHaveLength(1);
});

test('money that a killed process held is free again after a while, and nobody else gets it before', async () => {
  const dataDir = dataFolder();
  const child = startChild('reserveProcess.ts', dataDir);
  const spender = await firstLine<{ workspaceId: string; keyId: string; keyName: string; memberId: string }>(
    child,
  );
  child.kill('SIGKILL');
  await ended(child);
  let skew = 0;
  const store = openStore({ dataDir, now: () => Date.now() + skew });
  const spending = recordSpending(store, () => undefined);
  let through = false;
  const bound = () => ({ inputTokens: 0, outputTokens: 1000, certain: true });
  const opened = spending.open({ ...spender, model: 'test/m', bound, signal: never }).then(request => {
    through = true;
    return request;
  });
  await new Promise(resolve => setTimeout(resolve, 600));
  expect(through).toBe(false);
  skew = reservationTime + 1000;
  (await opened).answered({ inputTokens: 0, outputTokens: 10 }, 0);
  spending.close();
  expect(spentSince(store, { workspaceId: spender.workspaceId, day: 0 })).toBe(10 * 2000);
  store.close();
});

test('what is settled a second time counts once', async () => {
  const { app, workspace, serviceKey, user, actor } = world(() => Promise.reject(new Error('not asked')));
  const { store } = app;
  saveBudget(store, {
    ...{ workspaceId: workspace.id, actor, keyId: '', period: 'day', nano: 1e9, subject: 'Workspace' },
  });
  const spender = { workspaceId: workspace.id, keyId: serviceKey.id, keyName: 'laptop', memberId: user.id };
  const sum = { day: 20_000, model: 'test/m', requests: 1, unpriced: 0, inputTokens: 1, outputTokens: 1 };
  const [one, other] = [startReserving(store, () => undefined), startReserving(store, () => undefined)];
  const id = await one.hold({ ...spender, nano: 1000, certain: true }, never);
  for (const reserving of [one, one, other]) reserving.settle(id, { ...spender, ...sum, nano: 500 });
  one.close();
  other.close();
  expect(spentSince(store, { workspaceId: workspace.id, day: 0 })).toBe(500);
});

test('days, weeks from Monday and months begin in UTC', () => {
  const at = Date.parse('2026-11-01T23:30:00Z'); // A Sunday.
  expect((['day', 'week', 'month'] as const).map(period => dayText(firstDay(period, at)))).toEqual([
    ...['2026-11-01', '2026-10-26', '2026-11-01'],
  ]);
  expect(
    (['day', 'week', 'month'] as const).map(period => new Date(endOf(period, at)).toISOString().slice(0, 10)),
  ).toEqual(['2026-11-02', '2026-11-02', '2026-12-01']);
});
