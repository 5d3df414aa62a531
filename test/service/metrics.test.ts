import { request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../../src/service/metrics/serviceMetrics.ts';
import { mostKeys } from '../../src/service/metrics/keyLabels.ts';
import { modelLabels, mostLabels } from '../../src/service/metrics/modelLabels.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { startService } from '../../src/service/startService.ts';
import { startTestProvider } from '../support/testProvider.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';

const providerKey = 'sk-test-Canary0123456789Canary0123456789';

async function started(options: Partial<ServiceOptions> = {}) {
  const service = await startService({ dataDir: dataFolder(), metrics: { port: 0 }, ...options });
  onTestFinished(() => service.close());
  const metrics = async () => (await fetch(service.metricsUrl ?? '')).text();
  return { ...service, metrics };
}

/** The value of a line; labels in any order. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(one =>
      one.startsWith(`${name}{`) || one.startsWith(`${name} `)
        ? Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`))
        : false,
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const noSources = {
  jobs: () => ({ queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }),
  bytes: () => ({ main: 0, log: 0 }),
  openRequests: () => 0,
  ready: () => true,
};

test('requests, answers of models, tokens, jobs, sizes and delays are told on a port of their own', async () => {
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  const service = await started();
  const browser = await signedIn(service);
  const { key, keyId } = await browser.makeKey('laptop');
  await browser.ask('PUT', '/api/provider-keys/test', { key: providerKey, baseUrl: provider.url });
  // A dollar for each token.
  await browser.ask('PUT', '/api/prices', { model: 'test/small', input: 1e6, output: 1e6 });
  await browser.ask('POST', '/api/jobs', { name: 'job', input: {} });
  const post = (model: string) =>
    fetch(`${service.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'My secret question' }] }),
    }).then(response => response.text());
  for (const model of ['test/small', 'test/small', 'test/Tell me about my secret', 'none/x'])
    await post(model);
  await fetch(`${service.url}/no/such/page?key=${key}`);
  await fetch(`${service.url}/api/api-keys/${key}/value`);
  const text = await service.metrics();
  const gateway = { method: 'POST', route: '/api/v1/chat/completions' };
  expect(valueOf(text, 'sightline_http_requests_total', { ...gateway, status: '200' })).toBe(3);
  expect(valueOf(text, 'sightline_http_requests_total', { ...gateway, status: '404' })).toBe(1);
  expect(
    valueOf(text, 'sightline_http_requests_total', { route: '/api/api-keys/:keyId/value', status: '401' }),
  ).toBe(1);
  expect(valueOf(text, 'sightline_http_requests_total', { route: 'other', status: '404' })).toBe(1);
  expect(valueOf(text, 'sightline_http_request_duration_seconds_count', gateway)).toBe(4);
  const small = { provider: 'test', model: 'small' };
  expect(valueOf(text, 'sightline_gateway_answers_total', small)).toBe(2);
  expect(valueOf(text, 'sightline_gateway_answers_total', { provider: 'test', model: 'other' })).toBe(1);
  expect(valueOf(text, 'sightline_gateway_tokens_total', { ...small, direction: 'input' })).toBeGreaterThan(
    0,
  );
  expect(valueOf(text, 'sightline_gateway_tokens_total', { ...small, direction: 'output' })).toBeGreaterThan(
    0,
  );
  const tokens = (direction: string) =>
    valueOf(text, 'sightline_gateway_tokens_total', { ...small, direction }) ?? 0;
  expect(valueOf(text, 'sightline_gateway_spent_dollars_total', small)).toBeCloseTo(
    tokens('input') + tokens('output'),
    6,
  );
  expect(valueOf(text, 'sightline_gateway_key_spent_dollars_total', { key: keyId })).toBeCloseTo(
    tokens('input') + tokens('output'),
    6,
  );
  expect(
    valueOf(text, 'sightline_gateway_unpriced_answers_total', { provider: 'test', model: 'other' }),
  ).toBe(1);
  expect(valueOf(text, 'sightline_gateway_open_requests')).toBe(0);
  expect(valueOf(text, 'sightline_jobs', { state: 'queued' })).toBe(1);
  expect(valueOf(text, 'sightline_database_bytes', { file: 'main' })).toBeGreaterThan(4096);
  expect(valueOf(text, 'sightline_event_loop_delay_seconds', { quantile: '1' })).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'sightline_ready')).toBe(1);
  for (const hidden of [key, key.slice(5, 25), providerKey, 'secret', 'laptop', 'Owner'])
    expect(text).not.toContain(hidden);
});

test('what clients choose makes no new labels without end', async () => {
  const metrics = createMetrics(noSources);
  const use = { workspaceId: 'w', memberId: 'm', inputTokens: 1, outputTokens: 1, nano: 1e9 };
  for (let n = 0; n < 3000; n += 1)
    metrics.countGateway({ model: `p${n % 60}/model-${n}`, keyId: `key_${n}`, ...use });
  const service = await started();
  for (let n = 0; n < 50; n += 1)
    await fetch(`${service.url}/page-${n}/x`, { method: n % 2 === 0 ? 'GET' : `PATCH` });
  const invented = await new Promise(resolve =>
    httpRequest(`${service.url}/api/info`, { method: 'PROPFIND' }, response =>
      resolve(response.resume().statusCode),
    ).end(),
  );
  expect(invented).toBe(404);
  const text = await metrics.text();
  metrics.close();
  const series = (name: string, all: string) => all.split('\n').filter(line => line.startsWith(`${name}{`));
  const answers = series('sightline_gateway_answers_total', text);
  expect(answers.length).toBeLessThanOrEqual(mostLabels.models + mostLabels.providers + 1);
  expect(answers.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(3000);
  const keys = series('sightline_gateway_key_spent_dollars_total', text);
  expect(keys.length).toBe(mostKeys + 1);
  expect(keys.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(3000);
  const requests = series('sightline_http_requests_total', await service.metrics());
  expect(requests.every(line => !line.includes('page-'))).toBe(true);
  expect(requests.length).toBeLessThan(5);
});

test('names of models that are text, or secrets, are no labels', () => {
  const labelsOf = modelLabels();
  for (const name of [
    'p/What is this?',
    'p/ann@example.com',
    `p/${providerKey}`,
    `p/${'x'.repeat(101)}`,
    'p/"}',
  ])
    expect(labelsOf(name)).toEqual({ provider: 'p', model: 'other' });
  expect(labelsOf('p/org/model-2.5:7b')).toEqual({ provider: 'p', model: 'org/model-2.5:7b' });
});

test('the port of the metrics serves nothing else, and only by the name of this machine', async () => {
  const service = await started();
  const base = new URL(service.metricsUrl ?? '').origin;
  expect((await fetch(`${base}/api/info`)).status).toBe(404);
  expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(405);
  expect(await (await fetch(`${base}/readyz`)).json()).toEqual({ status: 'ready' });
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  const rebound = await new Promise(resolve =>
    httpRequest(`${base}/metrics`, { headers: { host: 'evil.example' } }, response =>
      resolve(response.resume().statusCode),
    ).end(),
  );
  expect(rebound).toBe(421);
});

test('without the option there are no metrics, and a port that is taken fails the start and frees the data folder', async () => {
  const plain = await startService({ dataDir: dataFolder() });
  expect(plain.metricsUrl).toBeUndefined();
  const dataDir = dataFolder();
  const port = Number(new URL(plain.url).port);
  await expect(startService({ dataDir, metrics: { port } })).rejects.toThrow('EADDRINUSE');
  await (await startService({ dataDir })).close();
  await plain.close();
});
