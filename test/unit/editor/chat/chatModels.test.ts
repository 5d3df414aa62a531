import { beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter.ts';
import { SightlineError } from '../../../../src/base/errors.ts';
import type { Model, Provider } from '../../../../src/inference/providers/provider.ts';
import { offlineProvider } from '../../../../src/inference/providers/providers.ts';

vi.mock('vscode', () => import('../../../support/chatStandIn.ts'));

const { ChatModels } = await import('../../../../src/editor/chat/chatModels.ts');
const { LearnedFacts } = await import('../../../../src/editor/chat/learnedFacts.ts');

const far: Provider = {
  id: 'far',
  label: 'Far',
  baseURL: 'https://far.example/v1',
  api: 'chat.completions',
  needsKey: true,
  takesImages: true,
  local: false,
};

let stored: Map<string, unknown>;
let keys: Map<string, string>;
let listed: Model[] | Error;
let all: Provider[];
/** Requests for lists. */
let requests: string[];
let clock: number;
let keysChanged: Emitter;
beforeEach(() => {
  stored = new Map();
  keys = new Map([['far', 'k']]);
  listed = [{ id: 'a', takesImages: true }, { id: 'b' }];
  all = [far];
  requests = [];
  clock = 1_000_000_000;
  keysChanged = new Emitter();
});

function open() {
  const memory = {
    get: (name: string, fallback?: unknown) => stored.get(name) ?? fallback,
    update: (name: string, value: unknown) => {
      stored.set(name, JSON.parse(JSON.stringify(value)) as unknown);
      return Promise.resolve();
    },
    keys: () => [...stored.keys()],
  };
  const never = { event: () => ({ dispose: () => undefined }) };
  const inUse = { provider: offlineProvider, model: offlineProvider.model };
  const models = new ChatModels({
    providers: {
      get: (id: string) => all.find(provider => provider.id === id),
      keyed: () => all,
      findGateway: () => Promise.resolve(undefined),
      onDidChange: never.event,
    } as never,
    choice: { current: () => inUse, onDidChange: never.event } as never,
    asker: {
      reach: ({ id }: Provider) => Promise.resolve(keys.has(id) ? 'ready' : 'noKey'),
      models: ({ id }: Provider) => {
        if (id !== 'far') return Promise.resolve([]);
        requests.push(id);
        return listed instanceof Error ? Promise.reject(listed) : Promise.resolve(listed);
      },
    } as never,
    keys: { onDidChange: keysChanged.event },
    account: { key: () => Promise.resolve(undefined) },
    isGatewayAsleep: () => false,
    memory: memory as never,
    learned: new LearnedFacts(memory as never),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
    now: () => clock,
  });
  let told = 0;
  models.onDidChange(() => (told += 1));
  return { models, ids: () => models.offered().map(({ id }) => id), told: () => told, memory };
}

const describer = 'offline/offline-describer';

test('a fresh editor gets the describer at once; the others are listed behind that, and it is told', async () => {
  const { models, ids, told } = open();
  expect(ids()).toEqual([describer]);
  expect(requests).toEqual([]);
  await expect.poll(told).toBe(1);
  expect(ids()).toEqual([describer, 'far/a', 'far/b']);
  // The editor asks several times in a start.
  for (let time = 0; time < 20; time++) models.offered();
  await models.refresh();
  expect(requests).toHaveLength(2);
});

test('a new window offers what was listed last without a request, and lists anew only after a while', async () => {
  await open().models.refresh();
  requests = [];
  const { ids } = open();
  expect(ids()).toEqual([describer, 'far/a', 'far/b']);
  await new Promise(resolve => setImmediate(resolve));
  expect(requests).toEqual([]);
  clock += 3_600_000;
  ids();
  await expect.poll(() => requests).toEqual(['far']);
  expect(JSON.stringify([...stored])).not.toContain('"k"');
});

test('what was kept is not offered where the provider has another address by now', async () => {
  await open().models.refresh();
  all = [{ ...far, baseURL: 'https://elsewhere.example/v1' }];
  expect(open().ids()).toEqual([describer]);
});

test('with its key a provider’s models go at once', async () => {
  const { models, ids, told } = open();
  await models.refresh();
  const before = told();
  keys.clear();
  keysChanged.fire();
  await expect.poll(told).toBeGreaterThan(before);
  expect(ids()).toEqual([describer]);
  expect(requests).toHaveLength(1);
});

test('a provider that does not answer now keeps its models; one that refuses the key has none', async () => {
  const { models, ids } = open();
  await models.refresh();
  listed = new SightlineError('network', 'No connection.');
  await models.refresh();
  expect(ids()).toContain('far/a');
  listed = new SightlineError('keyRejected', 'Far rejected the key.');
  await models.refresh();
  expect(ids()).toEqual([describer]);
});

test('what a refusal teaches is remembered for the next window: the window, and that a model takes no images', async () => {
  const { models, memory } = open();
  await models.refresh();
  const learned = new LearnedFacts(memory as never);
  const name = { provider: 'far', model: 'b' };
  const tooLong = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.";
  expect(learned.learn(name, new SightlineError('badRequest', tooLong))).toBe(true);
  expect(learned.learn(name, new SightlineError('imagesUnsupported', 'It takes no images.'))).toBe(true);
  expect(learned.learn(name, new SightlineError('imagesUnsupported', 'It takes no images.'))).toBe(false);
  expect(learned.learn(name, new SightlineError('network', 'No connection.'))).toBe(false);
  const model = open()
    .models.offered()
    .find(({ id }) => id === 'far/b');
  expect(model).toMatchObject({
    maxInputTokens: 6144,
    maxOutputTokens: 2048,
    capabilities: { imageInput: false },
  });
});
