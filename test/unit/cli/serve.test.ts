import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { linkToken } from '../../support/service/linkToken.ts';
import { selfSigned } from '../../support/provider/selfSigned.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
beforeEach(async () => void (cli = await freshCli()));
afterEach(() => cli[Symbol.asyncDispose]());

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serve --json prints one line with url and signIn when it is ready; %s closes it cleanly',
  async signal => {
    const running = cli.start(['serve', '--json']);
    const line = await running.printed(/\n/);
    const { url, signIn } = JSON.parse(line) as { url: string; signIn: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(signIn.startsWith(`${url}/`)).toBe(true);
    const refused = await fetch(`${url}/api/account/summary`, { headers: { authorization: 'Bearer x' } });
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'Invalid API key' }]);
    running.process.kill(signal);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: line });
    for (const logged of stderr.split('\n').filter(Boolean)) {
      expect(JSON.parse(logged)).toMatchObject({ level: 'info', message: expect.any(String) as string });
    }
    expect(stderr).not.toContain(signIn.slice(-20));
    const data = path.join(cli.folder, 'service');
    expect(await readdir(data)).toContain('sightline.db');
    await expect(fetch(url)).rejects.toThrow();
  },
);

/** Signs the first owner in, as the page does, and makes a service key. */
async function makeKey(url: string, signIn: string): Promise<string> {
  const headers = { origin: url, 'content-type': 'application/json' };
  const token = linkToken(signIn);
  const session = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  expect(session.status).toBe(200);
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const made = await fetch(`${url}/api/api-keys`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: 'command line' }),
  });
  return ((await made.json()) as { key: string }).key;
}

test('the whole way: serve, log in with a key made there, ask through the gateway, rotate the master key', async () => {
  const data = path.join(cli.folder, 'data');
  const serving = cli.start(['serve', '--data', data, '--key-prefix', 'zz_', '--json']);
  const { url, signIn } = JSON.parse(await serving.printed(/\n/)) as { url: string; signIn: string };
  const key = await makeKey(url, signIn);
  expect(key).toMatch(/^zz_[0-9a-f]{40}$/);
  const loggedIn = await cli.objects(['login', '--service', url, '--json'], { input: key });
  expect(loggedIn).toMatchObject([{ service: url, displayPrefix: `${key.slice(0, 11)}…` }]);
  expect((await cli.run(['models', '--provider', 'service'])).stdout).toContain('offline/describer\n');
  const asked = ['ask', 'Two words', '--provider', 'service', '--model', 'offline/describer', '--json'];
  expect(await cli.objects(asked)).toMatchObject([{ text: expect.stringContaining('2 words') as string }]);
  const rotate = ['serve', '--data', data, '--rotate-master-key', '--json'];
  expect(await cli.objects(rotate)).toEqual([{ resealed: 1 }]);
  expect((await cli.objects(asked))[0]).not.toHaveProperty('error');
  const link = ['serve', '--data', data, '--sign-in', String(loggedIn[0]?.username), '--public-url', url];
  expect((await cli.run(link)).stdout).toContain(`${url}/sign-in#token=`);
  serving.process.kill('SIGTERM');
  expect((await serving.ended).code).toBe(0);
  expect(cli.printedSoFar()).not.toContain(key.slice(11));
});

test('a service that needs a newer Sightline says so, without --json too', async () => {
  const serving = cli.start(['serve', '--min-client', '99.0.0']);
  const printed = await serving.printed(/to stop\.\n/);
  const [, url = ''] = /running at (\S+)\nSign in, once/.exec(printed) ?? [];
  const tooOld = await cli.run(['login', '--service', url], { input: `zz_${'5a'.repeat(20)}` });
  expect(tooOld.code).toBe(1);
  expect(tooOld.stderr).toMatch(/^sightline: clientTooOld: .*99\.0\.0 or newer.*Update Sightline\.\n$/);
  serving.process.kill('SIGINT');
  await serving.ended;
});

test('elsewhere than on this machine it wants TLS files or a proxy; with them it speaks https', async () => {
  const open = await cli.run(['serve', '--host', '0.0.0.0']);
  expect(open.code).toBe(2);
  expect(open.stderr).toMatch(/^sightline: usage: Traffic to 0\.0\.0\.0 would not be encrypted/);
  const cert = path.join(cli.folder, 'cert.pem');
  const key = path.join(cli.folder, 'key.pem');
  await Promise.all([writeFile(cert, selfSigned.cert), writeFile(key, selfSigned.key)]);
  const secure = cli.start(['serve', '--host', '0.0.0.0', '--tls-cert', cert, '--tls-key', key, '--json']);
  expect(await secure.printed(/\n/)).toMatch(/"url":"https:\/\//);
  secure.process.kill('SIGTERM');
  await secure.ended;
  const proxied = cli.start(['serve', '--behind-proxy', '--public-url', 'https://keys.example', '--json']);
  expect(JSON.parse(await proxied.printed(/\n/))).toMatchObject({ url: 'https://keys.example' });
  proxied.process.kill('SIGTERM');
  await proxied.ended;
});

test('options that cannot be used exit 2 and name what is wrong', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const cases: [string[], RegExp][] = [
    [['--port', '70000'], /--port .*must be a whole number from 0 to 65535/],
    [['--port', String(port)], new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is already in use`)],
    [['--key-prefix', 'key'], /two letters and an underscore/],
    [['--tls-cert', 'x'], /--tls-cert and --tls-key must be given together/],
    [['--tls-cert', '/none', '--tls-key', '/none'], /\/none cannot be read/],
    [['--rate-limit', 'speed=3'], /NAME is one of default, training/],
    [['--keep-days', 'keys=3'], /NAME is one of activity, jobs, usage, training/],
    [['--training-silence', '0'], /--training-silence .*must be a whole number from 1 to/],
    [['--allow-provider-host', 'https://gpu/v1'], /--allow-provider-host takes HOST or HOST:PORT/],
    [['--min-client', 'new'], /the form 1\.2\.3/],
    [['--sign-in', 'owner'], /--sign-in needs --public-url/],
  ];
  const results = await cli.runAll(cases.map(([words]) => ['serve', ...words]));
  for (const [index, [words, code, stderr]] of results.entries()) {
    expect([words, code]).toEqual([words, 2]);
    expect(stderr).toMatch(cases[index]?.[1] ?? /never/);
  }
  taken.close();
});

test('the days that things are kept come from the environment too, where no option says them', async () => {
  const env = { SIGHTLINE_KEEP_DAYS: 'activity=10, keys=3' };
  const { code, stderr } = await cli.run(['serve'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('SIGHTLINE_KEEP_DAYS take NAME=N, where NAME is one of activity, jobs, usage');
  const withOption = await cli.run(['serve', '--keep-days', 'jobs=2', '--min-client', 'new'], { env });
  expect(withOption.stderr).toContain('the form 1.2.3');
});

test('a master key that does not fit exits 6, and is not repeated', async () => {
  const canary = 'canary-master-key-0123456789';
  const { code, stderr } = await cli.run(['serve'], { env: { SIGHTLINE_MASTER_KEY: canary } });
  expect(code).toBe(6);
  expect(stderr).not.toContain(canary);
});
