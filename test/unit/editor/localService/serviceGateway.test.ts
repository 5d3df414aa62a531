import { afterEach, beforeEach, expect, test } from 'vitest';
import { SightlineError } from '../../../../src/base/errors.ts';
import { entryError } from '../../../../src/editor/conversation/entryError.ts';
import { ServiceGateway } from '../../../../src/editor/models/serviceGateway.ts';
import { ask } from '../../../../src/inference/ask.ts';
import { openWindow, type TestWindow } from '../../../support/testCredentials.ts';
import { startTestService, type TestService } from '../../../support/testService.ts';

const key = `zz_${'0123456789'.repeat(4)}`;
const models = { object: 'list', data: [{ id: 'offline/describer', object: 'model' }] };
const never = new AbortController().signal;

let service: TestService;
let window: TestWindow;
let localOrigins: string[];
let gateway: ServiceGateway;
beforeEach(async () => {
  service = await startTestService();
  window = openWindow(service.url);
  localOrigins = [];
  gateway = new ServiceGateway({
    account: window.account,
    isLocalService: origin => localOrigins.includes(origin),
  });
});
afterEach(() => service.close());

/** What comes of a question to the gateway. */
async function failureOf(question: string): Promise<SightlineError> {
  const provider = gateway.provider();
  if (provider === undefined) throw new Error('There is no provider.');
  let last = '';
  try {
    const destination = await gateway.destination(provider);
    const turns = [{ role: 'user' as const, text: question }];
    for await (const event of ask({ model: 'offline/describer', turns }, destination)) last = event.type;
  } catch (error) {
    const explained = gateway.explain(error, provider);
    if (explained instanceof SightlineError) return explained;
    throw explained;
  }
  throw new Error(`It did not fail: the last event was “${last}”.`);
}

test('logged in to a service with a gateway, it is a provider under the name of the account', async () => {
  service.script('/api/v1/models', { body: models });
  await window.account.logIn(key);
  expect(await gateway.find(never)).toMatchObject({
    id: 'service',
    label: 'Service (ada)',
    baseURL: `${service.url}/api/v1`,
  });
  expect(service.authorizations.at(-1)).toBe(`Bearer ${key}`);
});

test('logged out it is not offered, and nothing is asked', async () => {
  expect(await gateway.find(never)).toBeUndefined();
  expect(service.requests).toEqual([]);
});

test('a service without a gateway is not offered', async () => {
  await window.account.logIn(key);
  await expect(gateway.find(never)).rejects.toMatchObject({ code: 'notFound' });
});

test('the local service is offered without being asked, so that it need not run', async () => {
  await window.account.logIn(key);
  localOrigins = [service.url];
  const asked = service.requests.length;
  expect((await gateway.find(never))?.label).toBe('Service (ada)');
  expect(service.requests.length).toBe(asked);
});

test('without an address there is no provider; log out leaves one that offers to log in', async () => {
  window.settings.serviceUrl = 'no address';
  expect(gateway.provider()).toBeUndefined();
  window.settings.serviceUrl = service.url;
  const failure = await failureOf('Hello');
  expect(failure.code).toBe('missingKey');
  expect(entryError(failure, { now: 0 }).remedies).toEqual(['logIn', 'chooseModel']);
  expect(service.requests).toEqual([]);
});

test('the key goes to the origin it was saved for, never to another address', async () => {
  await window.account.logIn(key);
  const provider = gateway.provider();
  if (provider === undefined) throw new Error('There is no provider.');
  await using other = await startTestService();
  await expect(gateway.destination({ ...provider, baseURL: `${other.url}/api/v1` })).rejects.toMatchObject({
    code: 'missingKey',
  });
  window.settings.serviceUrl = other.url;
  await expect(gateway.destination(provider)).rejects.toMatchObject({ code: 'missingKey' });
  expect(other.requests).toEqual([]);
});

test('the key does not go over plain http to another machine', async () => {
  window.settings.serviceUrl = 'http://192.0.2.1';
  window.settings.keyVariable = 'TEAM_KEY';
  window.environment['TEAM_KEY'] = key;
  const provider = gateway.provider();
  if (provider === undefined) throw new Error('There is no provider.');
  await expect(gateway.destination(provider)).rejects.toMatchObject({ code: 'badRequest' });
});

test('a revoked key: the service’s own words, the remedies of the design, and Log In', async () => {
  await window.account.logIn(key);
  service.script('/api/v1/chat/completions', { status: 401, body: { error: 'Invalid API key' } });
  const failure = await failureOf('Hello');
  expect(failure).toMatchObject({
    code: 'keyRejected',
    about: 'service',
    message: expect.stringContaining('Invalid API key') as string,
    hint: expect.stringMatching(/copied.*revoked.*environment variable.*too old/) as string,
  });
  expect(entryError(failure, { now: 0 }).remedies).toEqual(['logIn', 'chooseModel']);
  expect(`${failure.message} ${failure.hint ?? ''}`).not.toContain(key);
  localOrigins = [service.url];
  expect((await failureOf('Hello')).hint).toContain('Log In to Local Service');
});

test('a key that the provider behind the gateway refuses is not the person’s', async () => {
  await window.account.logIn(key);
  service.script('/api/v1/chat/completions', {
    status: 401,
    headers: { 'x-sightline-provider': 'openai' },
    body: { error: { message: 'Incorrect API key provided' } },
  });
  const failure = await failureOf('Hello');
  expect(failure.about).toBeUndefined();
  expect(failure.message).toContain('Incorrect API key provided');
});

test('a service that needs a newer Sightline says so', async () => {
  await window.account.logIn(key);
  service.script('/api/v1/chat/completions', { status: 426, body: { error: 'Needs 9.0.0 or newer' } });
  expect(await failureOf('Hello')).toMatchObject({
    code: 'clientTooOld',
    message: expect.stringContaining('9.0.0') as string,
    remedy: { kind: 'updateSightline' },
  });
});
