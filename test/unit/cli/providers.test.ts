import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { refusal, startTestProvider, type TestProvider } from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const canary = 'sk-canary-0123456789';
const other = 'sk-another-0123456789';

let cli: Cli;
let provider: TestProvider;

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli(), startTestProvider()]);
});
afterEach(async () => {
  for (const key of [canary, other]) expect(cli.printedSoFar()).not.toContain(key);
  await Promise.all([cli[Symbol.asyncDispose](), provider.close()]);
});

const set = (key: string, more: readonly string[] = []) =>
  cli.run(['provider', 'set', 'mine', '--url', `${provider.url}/`, ...more], { input: key });
const sentKeys = () => provider.requests.map(({ headers }) => headers.authorization);
const row = async (id: string, env: Record<string, string> = {}) =>
  (await cli.objects(['provider', 'list', '--json'], { env })).find(object => object.provider === id);

test('a provider of one’s own: set with a check of its key, listed, used, removed', async () => {
  const { code, stdout } = await set(`Bearer ${canary}\n`, ['--api', 'responses', '--no-images']);
  expect(code).toBe(0);
  expect(stdout).toContain(`mine is at ${provider.url}; its key is saved in a file`);
  expect(provider.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  expect(await row('mine')).toMatchObject({ url: provider.url, api: 'responses', key: 'saved' });
  const models = await cli.run(['models', '--provider', 'mine']);
  expect(models.stdout).toBe('test-model\ntest-model-mini\n');
  expect(sentKeys()).toEqual([`Bearer ${canary}`, `Bearer ${canary}`]);
  expect((await cli.run(['provider', 'remove', 'mine'])).code).toBe(0);
  expect(await cli.files()).toEqual({});
  expect(await row('mine')).toBeUndefined();
});

test('the key of a provider is given by file, else by the environment, else saved', async () => {
  await set(canary, ['--key-variable', 'MINE_API_KEY']);
  const env = { MINE_API_KEY: other };
  provider.requests.length = 0;
  await cli.run(['models', '--provider', 'mine', '--key-file', '-'], { env, input: 'sk-given-0123456789' });
  await cli.run(['models', '--provider', 'mine'], { env });
  await cli.run(['models', '--provider', 'mine']);
  expect(sentKeys()).toEqual(['Bearer sk-given-0123456789', `Bearer ${other}`, `Bearer ${canary}`]);
  expect(await row('mine', env)).toMatchObject({ key: 'environment', variable: 'MINE_API_KEY' });
});

test('a key that the provider refuses changes nothing; one that it cannot check is saved with a note', async () => {
  await set(canary);
  provider.script(() => refusal(401, { message: `Incorrect API key provided: ${other}` }));
  const refused = await set(other);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/^sightline: keyRejected: /);
  expect(refused.stderr).not.toContain(other);
  expect(JSON.stringify(await cli.files())).toContain(canary);
  expect(JSON.stringify(await cli.files())).not.toContain(other);
  provider.reset();
  provider.script(() => ({ status: 404, body: 'no such page' }));
  const unchecked = await set(other);
  expect(unchecked.code).toBe(0);
  expect(unchecked.stderr).toContain('could not be checked');
  expect(JSON.stringify(await cli.files())).toContain(other);
});

test('a key saved for one address, or in the variable of a known provider, goes to no other address', async () => {
  await set(canary);
  const second = await startTestProvider();
  try {
    await cli.run(['provider', 'set', 'mine', '--url', second.url, '--no-key']);
    await cli.run(['models', '--provider', 'mine']);
    expect(second.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    const moved = await cli.run(['provider', 'set', 'openai', '--url', second.url, '--unchecked'], {
      input: other,
    });
    expect(moved.code).toBe(0);
    second.requests.length = 0;
    await cli.run(['models', '--provider', 'openai'], { env: { OPENAI_API_KEY: canary } });
    expect(second.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${other}`]);
  } finally {
    await second.close();
  }
});

test('what does not fit is refused before anything is asked or saved', async () => {
  const cases: [string[], number, RegExp][] = [
    [['provider', 'set', 'nobody'], 2, /Unknown provider\. Providers: offline, this-machine, openai/],
    [['provider', 'set', 'azure'], 2, /needs its address, too: --url URL/],
    [['provider', 'set', 'service'], 2, /"sightline login"/],
    [['provider', 'set', 'offline'], 2, /neither address nor key/],
    [['provider', 'set', 'openai', '--no-key'], 2, /only its key and --url/],
    // KEY-9
    [['provider', 'set', 'near', '--url', 'http://127.0.0.1:9/v1'], 3, /add --no-key/],
    [['provider', 'set', 'Mine', '--url', provider.url], 2, /The "id" of a provider must be/],
    [['provider', 'set', 'mine', '--url', 'ftp://example.com'], 2, /must start with https/],
    [['provider', 'set', 'mine', '--url', 'http://sightline.example/v1'], 1, /others could read it/],
    [['models', '--provider', 'openai'], 3, /OpenAI needs a key.*or set OPENAI_API_KEY/],
    [['provider', 'set', 'mine', '--url', provider.url], 3, /There is no key on standard input/],
  ];
  const results = await cli.runAll(cases.map(([words]) => words));
  for (const [index, [words, code, stderr]] of results.entries()) {
    expect([words, code]).toEqual([words, cases[index]?.[1]]);
    expect(stderr).toMatch(cases[index]?.[2] ?? /never/);
  }
  const serviceKey = await set(`sl_${'5a'.repeat(20)}`);
  expect(serviceKey.code).toBe(3);
  expect(serviceKey.stderr).toContain('Log in with "sightline login"');
  expect(provider.requests).toEqual([]);
  expect(await cli.files()).toEqual({});
});
