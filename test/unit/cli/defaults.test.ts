import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
let provider: TestProvider;

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli(), startTestProvider()]);
});
afterEach(() => Promise.all([cli[Symbol.asyncDispose](), provider.close()]));

const asked = () =>
  provider.requests.map(({ path: at, body }) => [at, (body as { model?: string } | undefined)?.model]);

test('CLI-3: an address in --provider is a server that needs no key; a key saved for it goes along', async () => {
  const words = ['ask', 'Hello', '--provider', provider.url, '--model', 'm1', '--json'];
  expect(await cli.objects(words)).toMatchObject([
    { text: 'You wrote: Hello', provider: provider.url, model: 'm1' },
  ]);
  expect(asked()).toEqual([['/v1/chat/completions', 'm1']]);
  expect(provider.requests[0]?.headers.authorization).toBeUndefined();
  expect((await cli.run(['models', '--provider', `${provider.url}/`])).stdout).toContain('test-model\n');
  // One that was set up is found by its address, with its key.
  await cli.run(['provider', 'set', 'mine', '--url', provider.url], { input: 'sk-canary-0123456789' });
  expect(await cli.objects(words)).toMatchObject([{ provider: 'mine' }]);
  expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer sk-canary-0123456789');
});

test('CLI-3: sightline use sets the provider and model that are asked where none is given', async () => {
  expect((await cli.run(['use'])).stdout).toBe('Using offline offline-describer.\n');
  const set = await cli.run(['use', provider.url, 'm1']);
  expect(set).toEqual({ code: 0, stdout: `Using ${provider.url} m1.\n`, stderr: '' });
  await cli.run(['ask', 'Hello']);
  await cli.run(['ask', 'Hello', '--model', 'm2']);
  await cli.run(['models']);
  expect(asked()).toEqual([
    ['/v1/chat/completions', 'm1'],
    ['/v1/chat/completions', 'm2'],
    ['/v1/models', undefined],
  ]);
  // The name that the service has for it.
  await cli.run(['use', 'offline', 'offline/describer']);
  expect((await cli.run(['use'])).stdout).toBe('Using offline offline-describer.\n');
  expect((await cli.run(['ask', 'Hello'])).stderr).toContain('The offline describer');
  expect(provider.requests).toHaveLength(3);
});

test('CLI-3: the environment overrides what was saved, options override both; a model keeps to its provider', async () => {
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({ id: 'mine', baseUrl: provider.url, needsKey: false }),
  );
  await cli.run(['use', 'ollama', 'llava']);
  const env = { SIGHTLINE_PROVIDER: 'mine', SIGHTLINE_MODEL: 'm1' };
  await cli.run(['ask', 'Hello'], { env });
  await cli.run(['ask', 'Hello', '--provider', 'mine', '--model', 'm2'], { env });
  expect(asked()).toEqual([
    ['/v1/chat/completions', 'm1'],
    ['/v1/chat/completions', 'm2'],
  ]);
  const other = await cli.run(['ask', 'Hello', '--provider', 'mine']);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('--model is missing') as string });
  const noted = await cli.run(['use', 'mine', 'm3'], { env });
  expect(noted.stderr).toContain('SIGHTLINE_PROVIDER is set and takes precedence.');
});

test('CLI-3: what cannot be used is refused, and nothing is saved', async () => {
  const cases: [string[], RegExp][] = [
    [['use', 'nobody', 'm'], /Unknown provider\. Providers: offline, this-machine, openai/],
    [['use', 'openai'], /The model is missing/],
    [['use', 'offline', 'eye-2'], /The offline describer has one model, offline-describer\./],
    [['use', 'https://ada:secret@example.com/v1', 'm'], /user name or password/],
    [['ask', 'x', '--provider', 'ftp://example.com', '--model', 'm'], /must start with https/],
  ];
  const results = await cli.runAll(cases.map(([words]) => words));
  for (const [index, [words, code, stderr]] of results.entries()) {
    expect([words, code]).toEqual([words, 2]);
    expect(stderr).toMatch(cases[index]?.[1] ?? /never/);
  }
  expect(cli.printedSoFar()).not.toContain('secret');
  expect(await cli.files()).toEqual({});
});
