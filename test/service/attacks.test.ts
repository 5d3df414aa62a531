import dns from 'node:dns';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Fetch } from '../../src/base/node/transport.ts';
import { fetchProvider } from '../../src/service/gateway/fetchProvider.ts';
import { redactReason, scrubKey } from '../../src/service/gateway/keyScrubber.ts';
import { createGatewayLoad, defaultLoadLimits } from '../../src/service/gateway/load.ts';
import { AddressRefused } from '../../src/base/node/publicGuard.ts';
import { readStreamUsage, readWholeUsage } from '../../src/service/gateway/usageReader.ts';
import type { ServiceDependencies } from '../../src/service/context.ts';
import { createJob, finishJob, pageJobs, takeJob } from '../../src/service/store/jobs.ts';
import { saveConnectedProvider } from '../../src/service/store/providerKeys.ts';
import { createServiceKey } from '../../src/service/store/serviceKeys.ts';
import { startEndlessServer } from '../support/endlessServer.ts';
import { testApp } from '../support/service/testApp.ts';
import { startTestProvider } from '../support/testProvider.ts';

const providerKey = 'plain/provider"key-0001';
afterEach(() => vi.restoreAllMocks());

/** A service with a provider behind it, reached by `fetch`, and a key for it. */
function world(
  provider: Fetch,
  options: Partial<ServiceDependencies> = {},
  baseUrl = 'https://p.example/v1',
) {
  const app = testApp({ fetchProvider: provider, ...options });
  const { workspace, actor, session } = app.person('ada');
  const makeKey = () =>
    createServiceKey(app.store, { workspaceId: workspace.id, name: 'laptop', prefix: 'sl_', actor });
  const save = (key?: string) =>
    saveConnectedProvider(app.store, {
      workspaceId: workspace.id,
      provider: 'test',
      label: 'Test',
      baseUrl,
      actor,
      ...(key === undefined ? {} : { key }),
    });
  save(providerKey);
  const { key, serviceKey } = makeKey();
  const ask = (body: unknown = { model: 'test/small' }, more: { key?: string; signal?: AbortSignal } = {}) =>
    app.app.request('/api/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${more.key ?? key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(more.signal ? { signal: more.signal } : {}),
    });
  return { ...app, workspace, actor, session, key, keyId: serviceKey.id, makeKey, save, post: ask };
}

const answering = (body: BodyInit | null, init: ResponseInit = {}): Fetch => {
  const headers = { 'content-type': 'application/json' };
  return () => Promise.resolve(new Response(body, { headers, ...init }));
};

/** A provider that is silent until its request is ended. */
const silent: Fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('ended')));
  });

const message = async (response: Response) => ((await response.json()) as { error: unknown }).error;

describe('what a provider says', () => {
  test.each(['x', '*', 'a*', '***', ' ', '"', '\\', '<'])(
    'B2: an error of %j, a million times, holds nothing up',
    async what => {
      const text = what.repeat(1_000_000);
      expect(JSON.stringify(redactReason({ [text]: [text] }, providerKey)).length).toBeLessThan(10_000);
      const { post } = world(answering(JSON.stringify({ error: text }), { status: 400 }));
      const answer = await post();
      expect([answer.status, await message(answer)]).toEqual([400, 'Test answered 400']);
    },
  );

  test('B14: the key does not come out in headers', async () => {
    const headers = {
      'content-type': `text/${providerKey}`,
      'retry-after': providerKey,
      'retry-after-ms': `1 ${providerKey}`,
      'x-should-retry': providerKey,
    };
    for (const status of [200, 429]) {
      const { post } = world(answering('{"error":"no"}', { status, headers }));
      const answer = await post();
      expect(answer.status).toBe(status);
      expect(JSON.stringify([...answer.headers])).not.toContain('key-0001');
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.has('retry-after')).toBe(false);
    }
    const good = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', 'retry-after-ms': '1500' };
    const { post } = world(answering('{"error":"no"}', { status: 429, headers: good }));
    expect(Object.fromEntries((await post()).headers)).toMatchObject(good);
  });

  const spellings: readonly [string, string][] = [
    ['as it is', providerKey],
    ['JSON', JSON.stringify(providerKey).slice(1, -1)],
    ['JSON with \\/', JSON.stringify(providerKey).slice(1, -1).replaceAll('/', '\\/')],
    [
      'all escapes',
      Array.from(providerKey, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['an address', encodeURIComponent(providerKey)],
    ['base64', Buffer.from(providerKey).toString('base64').replace(/=*$/, '')],
    ['base64 within other text', Buffer.from(`x${providerKey}yz`).toString('base64').replace(/=*$/, '')],
    ['hexadecimal', Buffer.from(providerKey).toString('hex')],
    ['hexadecimal in capitals', Buffer.from(providerKey).toString('hex').toUpperCase()],
    ['broken over lines', `${providerKey.slice(0, 8)}\\n${providerKey.slice(8)}`],
  ];

  test.each(spellings)('B15: the key is taken out of answers: %s', async (_what, spelled) => {
    const whole = Buffer.from(`{"text":"a ${spelled} b"}`);
    for (const size of [1, 7, 1000]) {
      const scrubber = scrubKey(providerKey);
      const parts: Uint8Array[] = [];
      for (let at = 0; at < whole.length; at += size)
        parts.push(scrubber.push(whole.subarray(at, at + size)));
      const text = Buffer.concat([...parts, scrubber.rest()]).toString();
      expect(text).toContain('[key]');
      expect(text).not.toContain(spelled);
      expect(text.startsWith('{"text":"a ') && text.endsWith(' b"}')).toBe(true);
    }
    const { post } = world(answering(whole));
    expect(await (await post()).text()).not.toContain(spelled);
  });

  test('B15: nor is it the name of a member', async () => {
    const body = JSON.stringify({ error: { [providerKey]: 'x', deep: [{ [`is ${providerKey}`]: 1 }] } });
    const { post } = world(answering(body, { status: 400 }));
    const text = await (await post()).text();
    expect(text).not.toContain('key-0001');
    expect(text).toContain('"x"');
  });

  test('B16: a stream without line ends costs no more than its bytes', () => {
    const reader = readStreamUsage();
    reader.push(Buffer.alloc(4_100_000, 'x'));
    for (let n = 0; n < 200_000; n += 1) reader.push(Buffer.from('y'));
    reader.push(Buffer.from('"usage"\ndata: {"usage":{"prompt_tokens":1,"completion_tokens":2}}\n'));
    expect(reader.count()).toEqual({ inputTokens: 1, outputTokens: 2 });
  });

  test('W9: an error of many levels is one line', async () => {
    const { post } = world(answering(`{"error":${'['.repeat(5000)}${']'.repeat(5000)}}`, { status: 400 }));
    const answer = await post();
    expect([answer.status, await message(answer)]).toEqual([400, 'Test answered 400']);
  });

  test('W1: a large answer passes by, and its usage is counted', async () => {
    const text = 'x'.repeat(20_000_000);
    const { post, dependencies, store, workspace } = world(
      answering(`{"text":"${text}","usage":{"prompt_tokens":3,"completion_tokens":4}}`),
    );
    expect(await (await post()).json()).toMatchObject({ text });
    await expect
      .poll(() => (dependencies.usage.flush(), store.database.all('SELECT * FROM usage')))
      .toMatchObject([{ workspace_id: workspace.id, input_tokens: 3, output_tokens: 4 }]);
    const broken = readWholeUsage();
    broken.push(Buffer.from('}'));
    expect(broken.count()).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  test.each(['application/json', 'text/event-stream'])(
    'W1: an answer (%s) without an end is left',
    async type => {
      const server = await startEndlessServer({ contentType: type, again: 'data: x\n\n'.repeat(10_000) });
      const { post } = world(fetchProvider({ localProviders: true, allowedHosts: [] }), {}, server.url);
      const answer = await post();
      const read = answer.text();
      if (type.endsWith('json')) await expect(read).rejects.toThrow();
      else expect(await read).toMatch(/The answer is too long and was truncated/);
      await expect.poll(server.open).toBe(0);
    },
  );

  test('B6: lists of models without an end are left out; where many are read at once, some have to wait', async () => {
    const server = await startEndlessServer({ gzip: true });
    const open = fetchProvider({ localProviders: true, allowedHosts: [] });
    const { ask, key } = world(open, {}, server.url);
    const one = await ask<{ data: unknown[] }>('GET', '/api/v1/models', { key });
    expect(one.body.data).toHaveLength(1);
    const load = createGatewayLoad({ ...defaultLoadLimits, bytes: 1_000_000 });
    const small = world(open, { load }, server.url);
    const refused = await small.ask('GET', '/api/v1/models', { key: small.key });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await expect.poll(server.open).toBe(0);
  });
});

describe('what a client sends', () => {
  test('W1: a body goes on as it is, save for the name of the model', async () => {
    let sent = '';
    const { post } = world((_url, init) => {
      sent = Buffer.from(init?.body as Uint8Array).toString();
      return Promise.resolve(Response.json({}));
    });
    const body =
      '{ "messages":[{"model":"other/inner","\\u006dodel":1}],"big":1e400,"t":"\\"model\\":{[","mo\\u0064el" :\n"test/sm\\u0061ll" , "stream":true,"b":[01]}';
    expect((await post(body)).status).toBe(200);
    expect(sent.replace(/ +,/, ' ,')).toBe(
      body.replace('"test/sm\\u0061ll"', '"small"').replace(/ +,/, ' ,'),
    );
  });

  test.each([
    ['[]', 400],
    ['7', 400],
    ['', 400],
    ['{"model":"test/small"', 400],
    ['{"model":"test/small"]', 400],
    ['{"model":"test/small"}}', 400],
    ['{"model":"test/small","model":"test/large"}', 400],
    [`{"model":"test/${'x'.repeat(300)}"}`, 400],
    ['{"model":tru}', 400],
    [`{"model":"test/small","a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
  ])('W9: the body %s is refused', async (body, status) => {
    const { post } = world(answering('{}'));
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(typeof (await message(answer))).toBe('string');
  });

  test('W9: a job of many levels is refused with 400, in and out', async () => {
    const { ask, session, store, workspace, actor } = world(silent);
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const body = `{"name":"deep","input":${deep}}`;
    expect(await ask('POST', '/api/jobs', { session, body })).toMatchObject({ status: 400 });
    const levels = `{"name":"ok","input":${'['.repeat(99)}${']'.repeat(99)}}`;
    expect((await ask('POST', '/api/jobs', { session, body: levels })).status).toBe(201);
    expect(pageJobs(store, workspace.id, { limit: 10 }).rows).toHaveLength(1);
    expect(actor.kind).toBe('user');
  });

  test('W1: bodies under way are summed for each key and in all: 503 with Retry-After beyond', async () => {
    const load = createGatewayLoad({ bytes: 2500, bytesOfKey: 1500, openOfKey: 10 });
    const { post, makeKey } = world(silent, { load });
    const stop = new AbortController();
    const body = JSON.stringify({ model: 'test/small', a: 'x'.repeat(900) });
    const headers = { 'content-length': String(body.length) };
    const { signal } = stop;
    const other = makeKey().key;
    const send = (key?: string) => post(body, { signal, ...(key === undefined ? {} : { key }) });
    expect(headers['content-length'].length).toBe(3);
    // Without a length, which only a socket brings, a body counts as the largest.
    expect((await send()).status).toBe(503);
    expect((await send(other)).headers.get('retry-after')).toBe('1');
    const share = load.open('key');
    share.take(1000);
    expect(() => share.take(1000)).toThrow('busy');
    const second = load.open('other');
    second.take(1500);
    expect(() => load.open('third').take(1)).toThrow('busy');
    share.end();
    share.end();
    load.open('third').take(1000);
    second.end();
    stop.abort();
  });

  test('W2: only so many requests of one key are open at a time, and none for ever', async () => {
    const load = createGatewayLoad({ ...defaultLoadLimits, openOfKey: 1 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.withResolvers<undefined>();
    const { post } = world(
      (url, init) => {
        asked.resolve(undefined);
        return silent(url, init);
      },
      { load },
    );
    const first = post();
    await asked.promise;
    const refused = await post();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect((await first).status).toBe(502);
  });
});

describe('where a provider leads', () => {
  test.each(
    '0.0.0.0 [::] [::1] [::ffff:127.0.0.1] 127.1 2130706433 10.0.0.1 169.254.169.254 [fe80::1] [fd00:ec2::254] a.localhost localhost. [64:ff9b::a9fe:a9fe]'.split(
      ' ',
    ),
  )('W4: https://%s is not saved in a shared service, unless its owner allows it', async host => {
    const { ask, session } = world(silent, { localProviders: false });
    const body = { key: 'sk-1234', baseUrl: `https://${host}:8443/v1` };
    const refused = await ask('PUT', '/api/provider-keys/own', { session, body });
    expect([refused.status, refused.body['error']]).toEqual([
      400,
      'baseUrl: a shared service does not connect to internal addresses unless its owner allows them with --allow-provider-host',
    ]);
    const { hostname } = new URL(`https://${host}`);
    const allowing = world(silent, {
      localProviders: false,
      allowedHosts: [`${hostname.replace(/\.$/, '')}:8443`],
    });
    expect(
      (await allowing.ask('PUT', '/api/provider-keys/own', { session: allowing.session, body })).status,
    ).toBe(200);
  });

  test('B7: a name is judged by where it leads when it is connected to', async () => {
    const provider = await startTestProvider();
    onTestFinished(() => provider.close());
    let answers = [{ address: '127.0.0.1', family: 4 }];
    vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: unknown, callback: unknown) =>
      (callback as (error: null, found: unknown) => void)(null, answers)) as never);
    const shared = fetchProvider({
      localProviders: false,
      allowedHosts: [`rebind.example:${provider.port}`],
    });
    const at = (host: string) => shared(`http://${host}:${provider.port}/v1/models`);
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      'fe80::1',
    ]) {
      answers = [{ address, family: address.includes(':') ? 6 : 4 }];
      await expect(at('inside.example')).rejects.toThrow(AddressRefused);
    }
    for (const host of ['127.0.0.1', '[::1]', '0.0.0.0', 'x.localhost', '[::ffff:7f00:1]', '2130706433'])
      await expect(at(host)).rejects.toThrow(AddressRefused);
    expect(provider.requests).toEqual([]);
    answers = [{ address: '127.0.0.1', family: 4 }];
    expect((await at('rebind.example')).status).toBe(200);
    await expect(shared(`http://rebind.example:${provider.port + 1}/v1/models`)).rejects.toThrow(
      AddressRefused,
    );
  });

  test('B7: of a shared service, every fault of a connection is told in one sentence', async () => {
    const faults = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'EHOSTUNREACH'];
    const said = new Set<string>();
    for (const error of [
      ...faults.map(code => Object.assign(new Error(code), { code })),
      new AddressRefused(''),
    ]) {
      const { post, log } = world(() => Promise.reject(error), { localProviders: false });
      const answer = await post();
      said.add(JSON.stringify([answer.status, await answer.json()]));
      expect(log.some(({ level }) => level === 'warn')).toBe(true);
    }
    expect([...said]).toEqual(['[502,{"error":"Test cannot be reached"}]']);
  });
});

describe('jobs', () => {
  test('W10: lists come without input and output', async () => {
    const { ask, session, store, workspace, actor } = world(silent);
    const { id } = createJob(store, { workspaceId: workspace.id, name: 'big', input: '"in"', actor });
    takeJob(store, workspace.id, 'host_1');
    finishJob(store, id, { state: 'done', output: '"out"' });
    const { body } = await ask<{ jobs: object[] }>('GET', '/api/jobs', { session });
    expect(body.jobs).toHaveLength(1);
    expect(Object.keys(body.jobs[0] ?? {})).not.toContain('input');
    expect(Object.keys(body.jobs[0] ?? {})).not.toContain('output');
    expect((await ask('GET', `/api/jobs/${id}`, { session })).body).toMatchObject({
      input: 'in',
      output: 'out',
    });
  });

  test('W1: a list of jobs is read from its index alone, not past the inputs of 40 MB', () => {
    const { store, workspace, actor } = world(silent);
    createJob(store, { workspaceId: workspace.id, name: 'one', input: '1', hostId: 'host_1', actor });
    const plans: string[] = [];
    const all: typeof store.database.all = (sql, ...values) => {
      const plan = store.database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
      plans.push(...plan.map(({ detail }) => detail));
      return store.database.all(sql, ...values);
    };
    const watched = { ...store, database: { ...store.database, all } };
    for (const filter of [{}, { state: 'queued' as const }, { hostId: 'host_1' }])
      expect(pageJobs(watched, workspace.id, { ...filter, limit: 200 }).rows).toHaveLength(1);
    const ofJobs = plans.filter(plan => /^\w+ jobs\b/.test(plan));
    expect(ofJobs).toHaveLength(6);
    for (const plan of ofJobs) expect(plan).toMatch(/^SEARCH jobs USING COVERING INDEX jobs_/);
    expect(plans.join()).not.toContain('TEMP B-TREE');
  });

  test('W10: the jobs of a workspace take only so much room; those that ended first make place', async () => {
    const { ask, session, store, workspace, actor } = world(silent);
    const input = JSON.stringify('x'.repeat(10 * 1024 * 1024));
    const put = () => createJob(store, { workspaceId: workspace.id, name: 'big', input, actor });
    const ids = Array.from({ length: 9 }, () => put().id);
    const refused = await ask('POST', '/api/jobs', { session, body: { name: 'small', input: 1 } });
    expect(refused.status).toBe(201);
    expect(put).toThrow('The queue is full: the open jobs of this workspace take 100 MB');
    for (const id of ids.slice(0, 2)) {
      takeJob(store, workspace.id, 'host_1');
      finishJob(store, id, { state: 'done' });
    }
    put();
    const left = pageJobs(store, workspace.id, { limit: 200 }).rows.map(({ id }) => id);
    expect(left).not.toContain(ids[0]);
    expect(left).toContain(ids[1]);
  });
});
