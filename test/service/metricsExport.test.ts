import { expect, onTestFinished, test, vi } from 'vitest';
import { exportSettings } from '../../src/service/metrics/exportSettings.ts';
import { otlpFigures } from '../../src/service/metrics/otlpFigures.ts';
import type { LogEntry } from '../../src/service/log.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { freePort } from '../support/freePort.ts';
import { startCollector } from '../support/service/collector.ts';
import type { Collector } from '../support/service/collector.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';
import { startClosable } from '../support/service/startClosable.ts';
import { startTestProvider } from '../support/testProvider.ts';

interface Point {
  attributes: { key: string; value: { stringValue: string } }[];
  asDouble?: number;
  count?: number;
  bucketCounts?: number[];
}

interface Metric {
  name: string;
  unit: string;
  sum?: { dataPoints: Point[]; isMonotonic: boolean; aggregationTemporality: number };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
}

interface Export {
  resourceMetrics: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeMetrics: { metrics: Metric[] }[];
  }[];
}

/** The metrics of the newest export by their names. */
function newestOf({ received }: Collector): Map<string, Metric> {
  const { body } = received.at(-1) ?? { body: Buffer.from('{"resourceMetrics":[]}') };
  const { resourceMetrics } = JSON.parse(body.toString()) as Export;
  const metrics = resourceMetrics.flatMap(one => one.scopeMetrics.flatMap(scope => scope.metrics));
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
  return new Map(metrics.map(metric => [metric.name, metric]));
}

/** The value, or the count, of the points with these attributes. */
function valueOf(metric: Metric | undefined, wanted: Record<string, string> = {}): number | undefined {
  const points = (metric?.sum ?? metric?.gauge ?? metric?.histogram)?.dataPoints;
  const point = points?.find(({ attributes }) => {
    const found = Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
    return Object.entries(wanted).every(([name, value]) => found[name] === value);
  });
  return point?.asDouble ?? point?.count;
}

/** A service whose environment has these variables. */
async function started(variables: Record<string, string>, options: Partial<ServiceOptions> = {}) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const log: LogEntry[] = [];
  const service = await startClosable({
    dataDir: dataFolder(),
    exportMetrics: true,
    log: entry => log.push(entry),
    ...options,
  });
  return { ...service, log };
}

/** Sets up a provider behind the service, and gives the function that asks its model, which costs a dollar a token. */
async function askingBy(service: Awaited<ReturnType<typeof started>>) {
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  const browser = await signedIn(service);
  const { key } = await browser.makeKey('laptop');
  await browser.ask('PUT', '/api/provider-keys/test', { key: 'sk-test-0123456789', baseUrl: provider.url });
  await browser.ask('PUT', '/api/prices', { model: 'test/small', input: 1e6, output: 1e6 });
  return async () => {
    const response = await fetch(`${service.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'test/small',
        messages: [{ role: 'user', content: 'My secret question' }],
      }),
    });
    return { status: response.status, text: await response.text() };
  };
}

test('requests and spend arrive at the collector as JSON, with units, the values of /metrics, and each once', async () => {
  const collector = await startCollector();
  const service = await started(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=vision',
      OTEL_METRIC_EXPORT_INTERVAL: '100',
      OTEL_SERVICE_NAME: 'our-vision',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
    { metrics: { port: 0 } },
  );
  const ask = await askingBy(service);
  for (let n = 0; n < 2; n += 1) expect((await ask()).status).toBe(200);
  const small = { provider: 'test', model: 'small' };
  const answers = () => valueOf(newestOf(collector).get('sightline_gateway_answers'), small);
  await expect.poll(answers).toBe(2);
  // As often as it is exported and scraped, an answer counts once.
  const exports = collector.received.length;
  await expect.poll(() => collector.received.length).toBeGreaterThan(exports + 2);
  expect(answers()).toBe(2);
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  const scraped = (start: string) =>
    Number(
      text
        .split('\n')
        .find(line => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    );
  const metrics = newestOf(collector);
  const spent = metrics.get('sightline_gateway_spent');
  expect(spent).toMatchObject({ unit: 'USD', sum: { isMonotonic: true, aggregationTemporality: 2 } });
  expect(valueOf(spent, small)).toBeGreaterThan(0);
  expect(valueOf(spent, small)).toBe(scraped('sightline_gateway_spent_dollars_total{'));
  const tokens = metrics.get('sightline_gateway_tokens');
  expect(tokens?.unit).toBe('{token}');
  expect(
    (valueOf(tokens, { ...small, direction: 'input' }) ?? 0) +
      (valueOf(tokens, { ...small, direction: 'output' }) ?? 0),
  ).toBeCloseTo(valueOf(spent, small) ?? 0, 6);
  const gateway = { method: 'POST', route: '/api/v1/chat/completions' };
  const requests = metrics.get('sightline_http_requests');
  expect([requests?.unit, valueOf(requests, { ...gateway, status: '200' })]).toEqual(['{request}', 2]);
  const duration = metrics.get('sightline_http_request_duration');
  expect([duration?.unit, valueOf(duration, gateway)]).toEqual(['s', 2]);
  expect(valueOf(metrics.get('sightline_ready'))).toBe(1);
  expect(metrics.get('sightline_database')?.unit).toBe('By');
  expect(metrics.get('sightline_event_loop_delay')?.unit).toBe('s');
  const { path, headers, body } = collector.received[0] ?? {};
  expect(path).toBe('/v1/metrics');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'vision' });
  const resource = (JSON.parse(String(body)) as Export).resourceMetrics[0]?.resource.attributes;
  for (const attribute of [
    { key: 'service.name', value: { stringValue: 'our-vision' } },
    { key: 'deployment.environment.name', value: { stringValue: 'test' } },
  ])
    expect(resource).toContainEqual(attribute);
  for (const { body: sent } of collector.received)
    for (const hidden of ['secret', 'sk-test', 'laptop', 'Owner'])
      expect(sent.toString()).not.toContain(hidden);
});

test('without another word it is protobuf, at the address for metrics alone; what is left goes out when the service ends', async () => {
  const collector = await startCollector();
  const service = await started({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9/not-here',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/own/path`,
  });
  const ask = await askingBy(service);
  expect((await ask()).status).toBe(200);
  expect(collector.received).toEqual([]);
  await service.close();
  expect(collector.received).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.of() }] = collector.received;
  expect([path, headers['content-type']]).toEqual(['/own/path', 'application/x-protobuf']);
  for (const name of ['sightline_gateway_spent', 'USD', 'small', '/api/v1/chat/completions'])
    expect(body.toString('latin1')).toContain(name);
});

test('nothing is sent where no variable names an endpoint, nor where nobody asked the service for it', async () => {
  const collector = await startCollector();
  const quick = { OTEL_METRIC_EXPORT_INTERVAL: '50', OTEL_SERVICE_NAME: 'our-vision' };
  const plain = await started(quick);
  const unasked = await started(
    { ...quick, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    { exportMetrics: false },
  );
  for (const service of [plain, unasked]) {
    expect((await (await askingBy(service))()).status).toBe(200);
    await service.close();
    expect(service.log.filter(({ level }) => level !== 'info')).toEqual([]);
  }
  expect(collector.received).toEqual([]);
});

test('a collector that is gone, or never answers, is said once, fails no request, and does not hold up the end', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const silent = await startCollector({ answers: false });
  for (const endpoint of [gone, silent.url]) {
    const service = await started({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_METRIC_EXPORT_INTERVAL: '50',
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    });
    const ask = await askingBy(service);
    const warnings = () => service.log.filter(({ level }) => level === 'warn');
    await expect.poll(warnings).toHaveLength(1);
    expect(String(warnings()[0]?.message)).toMatch(/^Metrics cannot be exported: ./);
    for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(200);
    await service.close();
    expect(warnings()).toHaveLength(1);
  }
  const patient = await started({
    OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
    OTEL_METRIC_EXPORT_INTERVAL: '600000',
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
  });
  const before = silent.received.length;
  await patient.close();
  expect(silent.received.length).toBe(before + 1);
});

test('what cannot be followed is said, and nothing goes to a place that nobody named', () => {
  const told: string[] = [];
  const settings = (env: Record<string, string>) => exportSettings(env, ({ message }) => told.push(message));
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  const usual = { protocol: 'http/protobuf', interval: 60_000 };
  expect(settings(endpoint)).toEqual(usual);
  for (const off of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
    { ...endpoint, OTEL_SDK_DISABLED: 'true' },
    { ...endpoint, OTEL_METRICS_EXPORTER: 'none' },
  ])
    expect(settings(off)).toBeUndefined();
  expect(told).toEqual([]);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { ...endpoint, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'nowhere' },
    { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { ...endpoint, OTEL_METRICS_EXPORTER: 'console' },
  ])
    expect(settings(wrong)).toBeUndefined();
  expect(told).toHaveLength(4);
  expect(settings({ ...endpoint, OTEL_METRIC_EXPORT_INTERVAL: 'often' })).toEqual(usual);
  expect(told.at(-1)).toContain('OTEL_METRIC_EXPORT_INTERVAL');
});

test('buckets hold what is between their bounds, not all below them', () => {
  const bucket = (le: string | number, value: number) => ({
    value,
    labels: { le, route: '/' },
    metricName: 't_bucket',
  });
  const [metric] = otlpFigures(
    [
      {
        name: 't_seconds',
        help: '',
        type: 'histogram',
        values: [
          ...[bucket(1, 2), bucket(5, 3), bucket('+Inf', 7)],
          { value: 31, labels: { route: '/' }, metricName: 't_sum' },
          { value: 7, labels: { route: '/' }, metricName: 't_count' },
        ],
      },
    ],
    [1, 0],
    [2, 0],
  );
  expect(metric).toMatchObject({
    descriptor: { name: 't', unit: 's' },
    dataPoints: [
      {
        attributes: { route: '/' },
        value: { buckets: { boundaries: [1, 5], counts: [2, 1, 4] }, sum: 31, count: 7 },
      },
    ],
  });
});
