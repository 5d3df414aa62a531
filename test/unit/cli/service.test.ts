import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { startCollector } from '../../support/service/collector.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
beforeEach(async () => void (cli = await freshCli()));
afterEach(() => cli[Symbol.asyncDispose]());

test('a service is watched, backed up and audited while it runs, and restored once it is stopped', async () => {
  const data = path.join(cli.folder, 'data');
  const serving = cli.start([
    'serve',
    '--data',
    data,
    '--metrics-port',
    '0',
    '--drain-seconds',
    '5',
    '--json',
  ]);
  const { metrics } = JSON.parse(await serving.printed(/\n/)) as { metrics: string };
  expect(await (await fetch(metrics)).text()).toContain('sightline_ready 1\n');
  const file = path.join(cli.folder, 'backup.db');
  const words = ['--data', data, '--json'];
  const made = await cli.objects(['service', 'backup', file, ...words]);
  expect(made).toMatchObject([{ file, bytes: expect.any(Number) as number, keyTried: true }]);
  const again = await cli.run(['service', 'backup', file, '--data', data]);
  expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('is there already') as string]);
  const running = await cli.run(['service', 'restore', file, '--data', data]);
  expect(running.code).toBe(6);
  expect(running.stderr).toMatch(/^sightline: store: Another service is already running .*Stop it first/);
  const activity = ['service', 'activity', '--data', data, '--workspace'];
  expect(await cli.run([...activity, 'owner'])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await cli.run([...activity, 'nobody'])).stderr).toContain('no workspace named nobody');
  serving.process.kill('SIGTERM');
  expect((await serving.ended).code).toBe(0);
  const [restored] = await cli.objects(['service', 'restore', file, ...words]);
  expect(restored).toMatchObject({ dataDir: data, takenAt: made[0]?.takenAt });
  expect(await readdir(String(restored?.former))).toEqual(['sightline.db']);
  const otherKey = { SIGHTLINE_MASTER_KEY: '0'.repeat(64) };
  const foreign = await cli.run(['service', 'restore', file, '--data', path.join(cli.folder, 'new')], {
    env: otherKey,
  });
  expect([foreign.code, foreign.stderr]).toEqual([
    6,
    expect.stringContaining('No master key at hand') as string,
  ]);
});

test('a service exports its metrics to the collector that the environment names, the last of them as it ends', async () => {
  const collector = await startCollector();
  const data = path.join(cli.folder, 'data');
  const serving = cli.start(['serve', '--data', data, '--json'], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  const { url } = JSON.parse(await serving.printed(/\n/)) as { url: string };
  expect((await fetch(`${url}/api/info`)).status).toBe(200);
  serving.process.kill('SIGTERM');
  expect((await serving.ended).code).toBe(0);
  expect(collector.received.map(({ path: asked }) => asked)).toEqual(['/v1/metrics']);
  const sent = collector.received[0]?.body.toString('latin1');
  for (const part of ['sightline_http_requests', '/api/info', 'sightline_gateway_spent', 'USD'])
    expect(sent).toContain(part);
});

test('options that cannot be used exit 2 and name what is wrong', async () => {
  const cases: [string[], RegExp][] = [
    [['serve', '--metrics-host', '127.0.0.1'], /--metrics-host needs --metrics-port/],
    [['serve', '--drain-seconds', 'x'], /--drain-seconds .*must be a whole number/],
    [['service', 'activity'], /--workspace/],
    [['service', 'activity', '--workspace', 'a', '--since', 'soon'], /must be a date or a time/],
    [['service'], /The command is incomplete: service backup, service restore, service activity/],
  ];
  const results = await cli.runAll(cases.map(([words]) => words));
  for (const [index, [words, code, stderr]] of results.entries()) {
    expect([words, code]).toEqual([words, 2]);
    expect(stderr).toMatch(cases[index]?.[1] ?? /never/);
  }
});
