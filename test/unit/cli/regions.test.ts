import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LLM } from '../../../src/inference/index.ts';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { freePort } from '../../support/freePort.ts';
import { signedIn, type Browser } from '../../support/service/signedIn.ts';

// Two services are processes of their own, and so is every client.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Name = 'eu' | 'us';
let cli: Cli;
let urls: Record<Name, string>;
let browsers: Record<Name, Browser>;

beforeAll(async () => {
  cli = await freshCli();
  const [eu, us] = [await freePort(), await freePort()];
  urls = { eu: `http://127.0.0.1:${eu}`, us: `http://127.0.0.1:${us}` };
  const regions = Object.entries(urls)
    .map(pair => pair.join('='))
    .join(',');
  const start = async (name: Name): Promise<Browser> => {
    const words = ['serve', '--region', name, '--regions', regions, '--port', new URL(urls[name]).port];
    const running = cli.start([...words, '--data', path.join(cli.folder, name), '--json']);
    const { signIn } = JSON.parse(await running.printed(/\n/)) as { signIn: string };
    return signedIn({ url: urls[name], signInUrl: signIn });
  };
  browsers = { eu: await start('eu'), us: await start('us') };
});
afterAll(() => cli[Symbol.asyncDispose]());

/** A new key of a region, also in a file, and how often that region has seen it. */
async function makeKey(region: Name) {
  const browser = browsers[region];
  const { key, keyId } = await browser.makeKey();
  const file = path.join(cli.folder, keyId);
  await writeFile(file, key);
  const uses = async () => {
    const { keys } = (await (await browser.ask('GET', '/api/api-keys')).json()) as {
      keys: { keyId: string; usageCount: number }[];
    };
    return keys.find(one => one.keyId === keyId)?.usageCount;
  };
  return { key, file, uses };
}

test('a key gets its data in its own region, and in the other nothing but the address of its own', async () => {
  const { key, uses } = await makeKey('us');
  expect(key).toMatch(/^us_[0-9a-f]{40}$/);
  const ask = (region: Name) =>
    fetch(`${urls[region]}/api/teams?owner=owner`, { headers: { authorization: `Bearer ${key}` } });
  const wrong = await ask('eu');
  expect(wrong.status).toBe(421);
  expect(wrong.headers.get('location')).toBe(`${urls.us}/api/teams?owner=owner`);
  expect(await wrong.json()).toEqual({
    error: `This key belongs to the region us, whose address is ${urls.us}`,
  });
  expect(await uses()).toBe(0);
  expect((await ask('us')).status).toBe(200);
  const unknown = await fetch(`${urls.eu}/api/teams`, {
    headers: { authorization: `Bearer eu_${key.slice(3)}` },
  });
  expect(unknown.status).toBe(401);
});

test('the service and its pages say the region', async () => {
  const info: unknown = await (await fetch(`${urls.eu}/api/info`)).json();
  expect(info).toMatchObject({ region: 'eu', regions: urls });
  for (const page of ['/', '/settings?tab=api-keys'])
    expect(await (await browsers.eu.ask('GET', page)).text()).toContain('Region: eu');
});

test('the command line follows to the region of the key, and logs in there', async () => {
  const { file, uses } = await makeKey('us');
  const given = ['--service', urls.eu, '--key-file', file];
  expect(await cli.objects(['whoami', ...given, '--json'])).toMatchObject([{ service: urls.us }]);
  const asked = await cli.run([
    'ask',
    'Hello',
    '--provider',
    'service',
    '--model',
    'offline/describer',
    ...given,
  ]);
  expect(asked).toMatchObject({ code: 0 });
  expect(await cli.objects(['login', ...given, '--json'])).toMatchObject([{ service: urls.us }]);
  const before = (await uses()) ?? 0;
  expect(await cli.objects(['whoami', '--json'])).toMatchObject([{ service: urls.us, source: 'saved' }]);
  expect(await uses()).toBe(before + 1);
});

test('a key that the environment binds to a service is not led to another', async () => {
  const { key, uses } = await makeKey('us');
  const env = { SIGHTLINE_SERVICE: urls.eu, SIGHTLINE_API_KEY: key };
  const asked = ['ask', 'Hello', '--provider', 'service', '--model', 'offline/describer'];
  for (const words of [['whoami'], asked]) {
    const { code, stderr } = await cli.run(words, { env });
    expect(code).not.toBe(0);
    expect(stderr).toContain(`the region us, whose address is ${urls.us}`);
  }
  expect(await uses()).toBe(0);
});

test('the wrapper as a library follows with a key that it was given', async () => {
  const { key, uses } = await makeKey('us');
  const llm = new LLM({ model: 'offline/describer', baseURL: `${urls.eu}/api/v1`, apiKey: key });
  expect(await llm.call('Hello')).toMatchObject({ object: 'response' });
  expect(await uses()).toBe(1);
});
