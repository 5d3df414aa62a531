import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/startService.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';
import type { Browser } from '../support/service/signedIn.ts';

const dedicated = [{ name: 'fast', model: 'offline/describer' }];

async function start(options: Partial<ServiceOptions> = {}) {
  const service = await startService({ dataDir: dataFolder(), dedicated, ...options });
  onTestFinished(() => service.close());
  const browser = await signedIn(service);
  const [{ url } = { url: '' }] = service.dedicated;
  const question = { model: 'whatever', input: 'Hello' };
  const ask = (address: string, key: string, body: object = question) =>
    fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const get = (path: string, key: string) =>
    fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
  return { service, browser, url, ask, get, key: await keyOfEndpoint(browser) };
}

async function keyOfEndpoint(browser: Browser): Promise<string> {
  const { keys } = (await (await browser.ask('GET', '/api/api-keys')).json()) as {
    keys: { keyId: string; name: string }[];
  };
  expect(keys.map(({ name }) => name)).toEqual(['Dedicated: fast']);
  const answer = await browser.ask('GET', `/api/api-keys/${keys[0]?.keyId ?? ''}/value`);
  return ((await answer.json()) as { key: string }).key;
}

test('an endpoint has an address and a key, which reach its model and nothing else', async () => {
  const { service, browser, url, ask, get, key } = await start();
  expect(url).toBe(`${service.url}/api/dedicated/fast/v1`);
  const answer = await ask(`${url}/responses`, key);
  expect([answer.status, await answer.json()]).toMatchObject([200, { object: 'response' }]);
  const models = (await (await get('/api/dedicated/fast/v1/models', key)).json()) as { data: object[] };
  expect(models.data).toMatchObject([{ id: 'offline/describer' }]);
  expect((await get('/api/account/summary', key)).status).toBe(200);
  const elsewhere = await ask(`${service.url}/api/v1/responses`, key, {
    model: 'offline/describer',
    input: '',
  });
  expect([elsewhere.status, await elsewhere.json()]).toEqual([
    403,
    { error: 'This key is for the dedicated endpoint fast alone' },
  ]);
  expect((await get('/api/jobs', key)).status).toBe(403);
  const { key: usual } = await browser.makeKey();
  expect((await ask(`${url}/responses`, usual)).status).toBe(403);
});

test('its key has limits of its own, and a refusal for too many requests names the endpoint', async () => {
  const { service, browser, url, ask, key } = await start({ rateLimits: { gateway: 1, dedicated: 3 } });
  const { key: usual } = await browser.makeKey();
  const gateway = () =>
    ask(`${service.url}/api/v1/responses`, usual, { model: 'offline/describer', input: 'Hello' });
  expect((await gateway()).status).toBe(200);
  const refused = await gateway();
  expect([refused.status, refused.headers.get('link')]).toEqual([429, `<${url}>; rel="alternate"`]);
  expect(((await refused.json()) as { error: string }).error).toMatch(
    new RegExp(`^Rate limit exceeded.*dedicated endpoint ${url}$`),
  );
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await ask(`${url}/responses`, key)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a restart makes no second key, and the owner makes further ones', async () => {
  const dataDir = dataFolder();
  await (await startService({ dataDir, dedicated })).close();
  const { browser, url, ask } = await start({ dataDir });
  const make = (endpoint: string) => browser.ask('POST', '/api/api-keys', { name: 'CI', endpoint });
  const { key } = (await (await make('fast')).json()) as { key: string };
  expect((await ask(`${url}/chat/completions`, key, { model: 'x', messages: [] })).status).not.toBe(403);
  expect((await make('slow')).status).toBe(400);
});

test.each<[object, RegExp]>([
  [{ name: 'Fast', model: 'offline/describer' }, /lowercase/],
  [{ name: 'fast', model: 'describer' }, /provider\/model/],
])('it does not start with %j', async (endpoint, words) => {
  const options = { dataDir: dataFolder(), dedicated: [endpoint] } as ServiceOptions;
  await expect(startService(options)).rejects.toThrow(words);
});

test('a client below the floor that ships with the service is refused, and learns the floor from /api/info', async () => {
  const { service, key } = await start();
  const as = (path: string, client: string) =>
    fetch(service.url + path, { headers: { authorization: `Bearer ${key}`, 'user-agent': client } });
  const info = (await (await as('/api/info', 'sightline/0.1.0')).json()) as {
    minClient: string;
    version: string;
  };
  expect(info.minClient).toMatch(/^\d+\.\d+\.\d+$/);
  const refused = await as('/api/account/summary', 'sightline/0.1.9');
  expect([refused.status, await refused.json()]).toEqual([
    426,
    { error: `This service needs Sightline ${info.minClient} or newer. Please update Sightline.` },
  ]);
  for (const version of [info.minClient, info.version])
    expect((await as('/api/account/summary', `sightline/${version}`)).status).toBe(200);
});
