import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { startTestService, type TestService } from '../../support/testService.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const savedKey = `sl_${'5a'.repeat(20)}`;
const otherKey = `sl_${'0b'.repeat(20)}`;
const thirdKey = `sl_${'c7'.repeat(20)}`;

let cli: Cli;
let service: TestService;

beforeEach(async () => {
  [cli, service] = await Promise.all([freshCli(), startTestService()]);
});
afterEach(async () => {
  for (const key of [savedKey, otherKey, thirdKey]) expect(cli.printedSoFar()).not.toContain(key.slice(11));
  await Promise.all([cli[Symbol.asyncDispose](), service.close()]);
});

const logIn = (key: string, more: readonly string[] = []) =>
  cli.run(['login', '--service', service.url, ...more], { input: key });

test('a key from standard input is cleaned, checked with the service, and kept where only this account may read', async () => {
  const { code, stdout, stderr } = await logIn(`  "${savedKey}"\r\n`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`Logged in to ${service.url} as ada.`);
  expect(stdout).toContain(`in a file that only this account may read, in ${cli.folder}`);
  expect(service.requests.map(({ path: asked }) => asked)).toEqual(['/api/account/summary']);
  expect(service.authorizations).toEqual([`Bearer ${savedKey}`]);
  expect(service.requests[0]?.headers['user-agent']).toMatch(/^sightline\/\d+\.\d+\.\d+$/);
  for (const name of Object.keys(await cli.files()))
    expect((await stat(path.join(cli.folder, name))).mode & 0o777).toBe(0o600);
});

test('login, whoami and logout without --service are about the service of the last login', async () => {
  await logIn(savedKey);
  expect(await cli.objects(['whoami', '--json'])).toEqual([
    {
      service: service.url,
      username: 'ada',
      name: 'ada and friends',
      displayPrefix: 'sl_5a5a5a5a…',
      source: 'saved',
    },
  ]);
  expect((await cli.run(['logout'])).stdout).toContain(`Logged out of ${service.url}.`);
  expect(Object.keys(await cli.files())).toEqual([]);
  const after = await cli.run(['whoami', '--service', service.url]);
  expect(after.code).toBe(3);
  expect(after.stderr).toBe(
    `sightline: missingKey: There is no key for the service at ${service.url}. Log in with "sightline login --service ${service.url}", or set SIGHTLINE_API_KEY.\n`,
  );
  expect((await cli.run(['logout', '--service', service.url])).code).toBe(0);
});

test('a key given as an argument is taken, with a warning about the shell history', async () => {
  const { code, stdout, stderr } = await cli.run(['login', savedKey, '--service', service.url, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    username: 'ada',
    displayPrefix: 'sl_5a5a5a5a…',
    keptIn: 'file',
  });
  expect(JSON.parse(stderr)).toEqual({ note: expect.stringContaining('shell history') as string });
});

test('a key that is refused does not take the place of the one before', async () => {
  await logIn(savedKey);
  service.script('/api/account/summary', { status: 401, body: { error: 'Invalid API key' } });
  const rejected = await logIn(otherKey);
  expect(rejected.code).toBe(3);
  expect(rejected.stderr).toMatch(
    /^sightline: keyRejected: .*\(Invalid API key\)\. Check that the whole key/,
  );
  const seen = service.requests.length;
  const malformed = await logIn(otherKey.slice(1));
  expect(malformed.code).toBe(3);
  expect(malformed.stderr).toMatch(/^sightline: keyRejected: /);
  expect(malformed.stderr).not.toContain('0b0b');
  expect((await logIn('\n')).code).toBe(3);
  expect(service.requests.length).toBe(seen);
  expect(JSON.stringify(await cli.files())).toContain(savedKey);
  expect(JSON.stringify(await cli.files())).not.toContain(otherKey);
});

test('the key given by file goes before the environment, that before the saved one', async () => {
  await logIn(savedKey);
  const file = path.join(cli.folder, 'key.txt');
  await writeFile(file, `${thirdKey}\n`);
  const env = { SIGHTLINE_API_KEY: otherKey };
  service.requests.length = 0;
  await cli.run(['whoami', '--key-file', file], { env });
  await cli.run(['whoami', '--key-file', '-'], { env, input: thirdKey });
  const fromEnvironment = await cli.run(['whoami'], { env });
  await cli.run(['whoami']);
  expect(service.authorizations).toEqual(
    [thirdKey, thirdKey, otherKey, savedKey].map(key => `Bearer ${key}`),
  );
  expect(fromEnvironment.stdout).toBe(
    `ada at ${service.url}, by the key sl_0b0b0b0b… from SIGHTLINE_API_KEY\n`,
  );
  expect((await logIn(savedKey, [])).stderr).toBe('');
  const warned = await cli.run(['login', '--service', service.url], { env, input: savedKey });
  expect(warned.stderr).toContain('SIGHTLINE_API_KEY is set and takes precedence over this login.');
});

test('a variable goes to the service it belongs to and to no other', async () => {
  const publicKey = await cli.run(['whoami', '--service', service.url], {
    env: { ULTRALYTICS_API_KEY: otherKey },
  });
  expect(publicKey.code).toBe(3);
  const another = await cli.run(['whoami', '--service', service.url], {
    env: { SIGHTLINE_API_KEY: otherKey, SIGHTLINE_SERVICE: 'http://127.0.0.1:9' },
  });
  expect(another.code).toBe(3);
  expect(service.requests).toEqual([]);
  const own = await cli.run(['whoami'], {
    env: { SIGHTLINE_API_KEY: otherKey, SIGHTLINE_SERVICE: service.url.replace('http://', '') },
  });
  expect(own.code).toBe(0);
  expect(service.authorizations).toEqual([`Bearer ${otherKey}`]);
});

test('what else can go wrong has its exit code', async () => {
  service.script('/api/account/summary', {
    status: 429,
    headers: { 'retry-after': '7' },
    body: { error: 'Rate limit exceeded' },
  });
  const limited = await logIn(savedKey, ['--json']);
  expect(limited.code).toBe(5);
  expect(JSON.parse(limited.stderr)).toMatchObject({
    error: { code: 'rateLimited', status: 429, retryAfterMs: 7000 },
  });
  service.script('/api/account/summary', { headers: { 'content-type': 'text/html' }, body: '<html></html>' });
  expect((await logIn(savedKey)).code).toBe(4);
  await service.close();
  const unreachable = await logIn(savedKey);
  expect(unreachable.code).toBe(4);
  expect(unreachable.stderr).toMatch(/^sightline: network: .*--service/);
  const inClear = await cli.run(['login', '--service', 'http://sightline.example'], { input: savedKey });
  expect(inClear.code).toBe(1);
  expect(inClear.stderr).toContain('could be read on the way');
  expect(await cli.files()).toEqual({});
});

test('a damaged file is told, not passed over; a folder that cannot be written is, too', async () => {
  await logIn(savedKey);
  const [name = ''] = Object.keys(await cli.files()).filter(file => file.startsWith('serviceKey-'));
  await writeFile(path.join(cli.folder, name), '{"half');
  const damaged = await cli.run(['whoami']);
  expect(damaged.code).toBe(6);
  expect(damaged.stderr).toContain('is damaged');
  const file = path.join(cli.folder, 'file');
  await writeFile(file, '');
  const unwritable = await cli.run(['login', '--service', service.url], {
    env: { SIGHTLINE_CONFIG_DIR: path.join(file, 'folder') },
    input: savedKey,
  });
  expect(unwritable.code).toBe(6);
});
