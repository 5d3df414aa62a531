import dns from 'node:dns';
import http from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { httpFetch } from '../../../src/base/node/transport.ts';
import { eventStream } from '../../support/testProvider.ts';
import { askIt, destination, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
afterEach(() => vi.restoreAllMocks());

test("STREAM-6: requests go through Node's own client, which has no limit of 300 s, never the global fetch", async () => {
  const global = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValue(new Error('the global fetch gives up after 300 s'));
  const request = vi.spyOn(http, 'request');
  const { answer } = await askIt(destination(provider.url));
  expect(answer?.reason).toBe('complete');
  expect(global).not.toHaveBeenCalled();
  // The editor mends the module's own `request`: it must be looked up there at the time of the call, agent left open.
  expect(request).toHaveBeenCalledOnce();
  const [, options] = request.mock.calls[0] as unknown as [URL, http.RequestOptions];
  expect(options.timeout).toBeUndefined();
  expect(options.agent).toBeUndefined();
});

test("STREAM-6: silence beyond the time-out of the agent's sockets does no harm", async () => {
  const { options } = http.globalAgent as unknown as { options: http.AgentOptions };
  const { timeout } = options;
  options.timeout = 40;
  try {
    provider.script({
      delayMs: 400,
      body: { choices: [{ message: { content: 'Late' }, finish_reason: 'stop' }] },
    });
    expect((await askIt(destination(provider.url))).answer).toMatchObject({
      text: 'Late',
      reason: 'complete',
    });
  } finally {
    if (timeout !== undefined) options.timeout = timeout;
  }
});

test('answers like the global fetch', async () => {
  provider.script({ status: 201, headers: { 'x-one': '1', 'set-cookie': 'a=1' }, body: { ok: true } });
  const response = await httpFetch(`${provider.url}/anything`, {
    method: 'POST',
    headers: { 'x-two': '2' },
    body: '{"é":1}',
  });
  expect(response.status).toBe(201);
  expect(response.ok).toBe(true);
  expect(response.headers.get('x-one')).toBe('1');
  expect(await response.json()).toEqual({ ok: true });
  expect(provider.requests[0]).toMatchObject({
    method: 'POST',
    body: { é: 1 },
    headers: { 'x-two': '2', 'content-length': '8' },
  });
});

test('takes a Request and bytes', async () => {
  await httpFetch(
    new Request(`${provider.url}/a`, { method: 'POST', body: '[1]', headers: { 'x-one': '1' } }),
  );
  await httpFetch(new URL(`${provider.url}/b`), { method: 'POST', body: new TextEncoder().encode('[2]') });
  expect(provider.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/a', [1]],
    ['/v1/b', [2]],
  ]);
  expect(provider.requests[0]?.headers['x-one']).toBe('1');
});

test('an answer without a body has none', async () => {
  provider.script({ status: 204 });
  const response = await httpFetch(`${provider.url}/x`, { method: 'POST' });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
});

test('a stream that a server compressed unasked is read', async () => {
  const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] })}\n\n`;
  const reply = eventStream(gzipSync(chunk));
  provider.script({ ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' } });
  expect((await askIt(destination(provider.url))).answer).toMatchObject({ text: 'Hi', reason: 'complete' });
});

test.each(['a.localhost', 'A.b.localhost.', 'localhost.'])(
  'W25: %s is this machine, whatever a resolver or a proxy says',
  async name => {
    const request = vi.spyOn(http, 'request');
    const lookup = vi.spyOn(dns, 'lookup');
    const response = await httpFetch(`http://${name}:${provider.port}/v1/models`);
    expect(response.status).toBe(200);
    await response.text();
    const [, options] = request.mock.calls[0] as unknown as [URL, http.RequestOptions];
    expect(options.hostname).toBe('127.0.0.1');
    expect(lookup).not.toHaveBeenCalled();
    expect(provider.requests[0]?.headers['host']).toBe(`${name.toLowerCase()}:${provider.port}`);
  },
);

test('who gives a body hears that it has left; not where the connection failed before', async () => {
  let left = 0;
  const init = (bytes: number) => ({
    method: 'POST',
    body: Buffer.alloc(bytes, ' '),
    onSent: () => (left += 1),
  });
  await httpFetch(`${provider.url}/anything`, init(100));
  expect(left).toBe(1);
  // More than the buffers of a connection hold, for a server that reads none of it.
  const deaf = net.createServer(socket => socket.pause());
  onTestFinished(() => void deaf.close());
  await new Promise<void>(resolve => deaf.listen(0, '127.0.0.1', resolve));
  const { port } = deaf.address() as net.AddressInfo;
  const stop = new AbortController();
  deaf.once('connection', (socket: net.Socket) => {
    socket.on('error', () => undefined);
    stop.abort();
  });
  await expect(
    httpFetch(`http://127.0.0.1:${port}/`, { ...init(64 * 1024 * 1024), signal: stop.signal }),
  ).rejects.toThrow();
  await new Promise(resolve => setImmediate(resolve));
  expect(left).toBe(1);
});
