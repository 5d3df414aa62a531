import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  InvalidKeyError,
  OwnerRequiredError,
  PermissionDeniedError,
  Platform,
  RateLimitError,
  SightlineError,
  ValueError,
  type PlatformOptions,
} from '../../../src/platform/library/index.ts';
import { openLoginPlaces, rememberService } from '../../../src/platform/saved/savedLogin.ts';
import { serviceAddress } from '../../../src/platform/serviceAddress.ts';
import { firstLine, startChild, startChildFor } from '../../support/service/child.ts';
import { dataFolder } from '../../support/service/dataFolder.ts';
import { signedIn, type Browser } from '../../support/service/signedIn.ts';
import { startTestService, type TestService } from '../../support/testService.ts';

let browser: Browser;
let apiKey: string;
let config: string;

const child = startChildFor(afterAll, 'serviceProcess.ts', dataFolder(afterAll));

beforeAll(async () => {
  browser = await signedIn(await firstLine(child));
  apiKey = (await browser.makeKey()).key;
}, 60_000);

/** An account of its own, in which nobody is logged in. */
beforeEach(async () => {
  config = await mkdtemp(path.join(tmpdir(), 'sightline-library-'));
  onTestFinished(() => rm(config, { recursive: true }));
  for (const name of ['SIGHTLINE_SERVICE', 'SIGHTLINE_API_KEY', 'ULTRALYTICS_API_KEY']) vi.stubEnv(name, '');
  vi.stubEnv('SIGHTLINE_CONFIG_DIR', config);
  vi.stubEnv('SIGHTLINE_KEYCHAIN', 'off');
  onTestFinished(() => void vi.unstubAllEnvs());
});

const given = (options: PlatformOptions = {}) => new Platform({ apiKey, baseUrl: browser.url, ...options });

async function scripted(): Promise<TestService> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  return service;
}

/** The failure of a call, which names no key. */
async function failure(call: Promise<unknown>): Promise<SightlineError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SightlineError)) throw new Error(`no failure but ${String(error)}`);
  expect(`${error.message} ${error.hint ?? ''} ${String(error.cause)}`).not.toContain(apiKey);
  return error;
}

test('the key given serves, before those of the environment and of the login', async () => {
  vi.stubEnv('SIGHTLINE_API_KEY', `sl_${'0'.repeat(40)}`);
  expect(await given().account()).toMatchObject({ accountType: 'personal', plan: 'free', teams: [] });
});

test('without a key given the environment’s serves, before that of the login, at the address it names', async () => {
  const { folder, keys } = openLoginPlaces(process.env);
  await keys.save('service', { key: `sl_${'0'.repeat(40)}`, origin: browser.url });
  await rememberService({ folder }, serviceAddress(browser.url));
  vi.stubEnv('SIGHTLINE_SERVICE', browser.url);
  vi.stubEnv('SIGHTLINE_API_KEY', apiKey);
  expect((await new Platform().account()).username).not.toBe('');
});

test('without either the saved login serves, and a key that was replaced there is found by the next call', async () => {
  const { folder, keys } = openLoginPlaces(process.env);
  const old = await browser.makeKey('old');
  await keys.save('service', { key: old.key, origin: browser.url });
  await rememberService({ folder }, serviceAddress(browser.url));
  const platform = new Platform();
  expect((await platform.account()).username).not.toBe('');
  await browser.ask('DELETE', `/api/api-keys?keyId=${old.keyId}`);
  await keys.save('service', { key: apiKey, origin: browser.url });
  expect(await failure(platform.account())).toBeInstanceOf(InvalidKeyError);
  expect((await platform.account()).username).not.toBe('');
});

test('where there is no key, all three ways to give one are told; none is sent to another service', async () => {
  const missing = await failure(new Platform({ baseUrl: browser.url }).account());
  expect(missing.code).toBe('missingKey');
  expect(missing.hint).toBe(
    'Pass `apiKey`, set the environment variable SIGHTLINE_API_KEY, or log in with "sightline login".',
  );
  const service = await scripted();
  await openLoginPlaces(process.env).keys.save('service', { key: apiKey, origin: browser.url });
  expect((await failure(new Platform({ baseUrl: service.url }).account())).code).toBe('missingKey');
  expect(service.requests).toEqual([]);
});

test('what is no key is refused before anything is sent, without being repeated', () => {
  expect(() => new Platform({ apiKey: 'sk-proj-not-ours' })).toThrow(ValueError);
  expect(() => new Platform({ apiKey: 'sk-proj-not-ours' })).not.toThrow(/not-ours/);
});

test('models, prompt models, jobs and usage of a real service', async () => {
  const platform = given();
  expect(await platform.models()).toEqual([]);
  expect(await platform.promptModels()).toMatchObject([{ id: 'offline/describer', owned_by: 'offline' }]);
  const job = await platform.jobs.create({ name: 'one', input: { task: 'describe' } });
  expect(job).toMatchObject({ name: 'one', state: 'queued', input: { task: 'describe' } });
  await platform.jobs.create({ name: 'two' });
  const first = await platform.jobs.list({ limit: 1 });
  expect(first.jobs.map(({ name }) => name)).toEqual(['two']);
  const second = await platform.jobs.list({ limit: 1, cursor: first.next });
  expect(second.jobs.map(({ name }) => name)).toEqual(['one']);
  await platform.jobs.cancel(job.jobId);
  expect(await platform.jobs.get(job.jobId)).toMatchObject({ state: 'cancelled', progress: [] });
  expect((await failure(platform.jobs.cancel(job.jobId))).message).toContain('The job has already ended');
});

test('a key sees its own usage, and not that of another', async () => {
  const key = await browser.makeKey('counted');
  const asked = await fetch(`${browser.url}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'offline/describer', input: 'Two words' }),
  });
  expect(asked.status).toBe(200);
  await asked.text();
  const rows = async (one: string) => (await given({ apiKey: one }).usage()).usage;
  await expect
    .poll(() => rows(key.key))
    .toMatchObject([{ keyName: 'counted', model: 'offline/describer', requests: 1 }]);
  expect(await rows(apiKey)).toEqual([]);
});

test('a prediction goes out as the contract has it, whatever the image is given as', async () => {
  const service = await scripted();
  const prediction = {
    images: [
      {
        shape: [480, 640],
        speed: { inference: 12.5 },
        results: [{ class: 0, name: 'door', confidence: 0.9, box: { x1: 1, y1: 2, x2: 3, y2: 4 } }],
      },
    ],
    metadata: { imageCount: 1, functionTimeAlive: 1, functionTimeCall: 1, task: 'detect', version: {} },
  };
  service.script('/api/models/doors/predict', { body: prediction });
  const sent: { url: string; form: FormData }[] = [];
  const platform = given({
    baseUrl: service.url,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push({ url: request.url, form: await request.clone().formData() });
      return fetch(request);
    },
  });
  const file = path.join(config, 'door.jpg');
  await writeFile(file, 'JPEG');
  const images = [
    file,
    new URL(`file://${file}`),
    Buffer.from('JPEG'),
    new Blob(['JPEG']),
    'data:image/jpeg;base64,SlBFRw==',
  ];
  for (const image of images)
    expect(await platform.predict('doors', image, { conf: 0.4, project: 'home' })).toEqual(prediction);
  for (const { url, form } of sent) {
    expect(url).toBe(`${service.url}/api/models/doors/predict?project=home`);
    expect([...form.keys()].sort()).toEqual(['conf', 'file']);
    expect(await (form.get('file') as File).text()).toBe('JPEG');
  }
  await platform.predict('doors', 'https://example.com/door.jpg');
  expect([...(sent.at(-1)?.form ?? [])]).toEqual([['source', 'https://example.com/door.jpg']]);
  expect((await failure(platform.predict('doors', path.join(config, 'none.jpg')))).message).toContain(
    'none.jpg',
  );
});

test('a service without the model says so', async () => {
  expect((await failure(given().predict('doors', Buffer.from('JPEG')))).code).toBe('notFound');
});

test('401 and 403 of a real service are errors of their own, with what helps', async () => {
  const { key, keyId } = await browser.makeKey('revoked');
  await browser.ask('DELETE', `/api/api-keys?keyId=${keyId}`);
  const revoked = await failure(given({ apiKey: key }).account());
  expect(revoked).toBeInstanceOf(InvalidKeyError);
  expect(revoked).toMatchObject({ code: 'keyRejected', status: 401 });
  expect(revoked.message).toContain('Invalid API key');
  expect(revoked.hint).toContain('has not been revoked');
  const denied = await failure(given().jobs.list({ owner: 'somebody-else' }));
  expect(denied).toBeInstanceOf(PermissionDeniedError);
  expect(denied.message).toContain('Permission denied for this operation');
  expect(denied.hint).toContain('right workspace');
});

test('what only the owner may do', async () => {
  const service = await scripted();
  service.script('/api/usage', { status: 403, body: { error: 'Workspace owner access required' } });
  const error = await failure(given({ baseUrl: service.url }).usage());
  expect(error).toBeInstanceOf(OwnerRequiredError);
  expect(error.hint).toContain('Ask the owner');
});

test('429 of a real service, without a repetition, names the pause', async () => {
  const child = startChild('serviceProcess.ts', dataFolder(), '3');
  const limited = await signedIn(await firstLine(child));
  const { key } = await limited.makeKey();
  const platform = new Platform({ apiKey: key, baseUrl: limited.url, maxRetries: 0 });
  for (let call = 0; call < 3; call += 1) await platform.account();
  const error = await failure(platform.account());
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error.retryAfterMs).toBeGreaterThan(0);
  expect(error.hint).toContain('a dedicated endpoint');
});

test('after 429 a call is repeated once the pause that the service asks for is over', async () => {
  const service = await scripted();
  const refused = { status: 429, headers: { 'retry-after': '1' }, body: { error: 'Rate limit exceeded' } };
  service.script('/api/jobs', refused, { body: { jobs: [] } });
  const pauses: number[] = [];
  const platform = given({ baseUrl: service.url, onPause: pause => pauses.push(pause) });
  expect(await platform.jobs.list()).toEqual({ jobs: [] });
  expect(pauses).toEqual([1000]);
});

test('a signal ends a call that waits for its answer, and one that waits for the pause', async () => {
  const service = await scripted();
  service.script('/api/usage', { hang: true });
  service.script('/api/jobs', {
    status: 429,
    headers: { 'retry-after': '60' },
    body: { error: 'Rate limit' },
  });
  const reason = new Error('enough');
  const hanging = new AbortController();
  const asked = given({ baseUrl: service.url }).usage({ signal: hanging.signal });
  await expect.poll(() => service.requests.length).toBe(1);
  hanging.abort(reason);
  await expect(asked).rejects.toBe(reason);
  const pausing = new AbortController();
  const paused = given({ baseUrl: service.url, onPause: () => pausing.abort(reason) });
  await expect(paused.jobs.list({ signal: pausing.signal })).rejects.toBe(reason);
});
