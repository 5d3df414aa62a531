import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'node:https';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { makeSignInLink } from '../../src/service/makeSignInLink.ts';
import { startService } from '../../src/service/startService.ts';
import { rotateMasterKey } from '../../src/service/store/rotateMasterKey.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import { selfSigned } from '../support/provider/selfSigned.ts';
import { ended, firstLine, startChild } from '../support/service/child.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { browserAt, signedIn } from '../support/service/signedIn.ts';

async function started(options: Partial<ServiceOptions> = {}) {
  const service = await startService({ dataDir: dataFolder(), ...options });
  onTestFinished(() => service.close());
  return service;
}

test('it binds this machine on a free port, and its link signs the owner in', async () => {
  const service = await started({ ownerName: 'Ada' });
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(service.signInUrl?.startsWith(`${service.url}/sign-in#token=`)).toBe(true);
  const browser = await signedIn(service);
  const session = (await (await browser.ask('GET', '/api/session')).json()) as { user: { name: string } };
  expect(session.user.name).toBe('Ada');
});

test('it takes up its data again: keys, sessions and all', async () => {
  const dataDir = dataFolder();
  const first = await startService({ dataDir });
  const browser = await signedIn(first);
  const { key } = await browser.makeKey();
  await first.close();
  const second = await started({ dataDir });
  const answer = await fetch(`${second.url}/api/account/summary`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  expect((await browserAt(second.url, browser.cookie).ask('GET', '/api/api-keys')).status).toBe(200);
});

test.each<[string, Partial<ServiceOptions>]>([
  ['another address without TLS', { host: '0.0.0.0' }],
  ['a proxy without the public address', { host: '0.0.0.0', behindProxy: true }],
  ['a public address with a path', { publicUrl: 'https://example.com/keys' }],
  ['a prefix of one letter', { keyPrefix: 'a_' }],
  ['the prefix of worker keys', { keyPrefix: 'wk_' }],
  ['a version that is none', { minClient: 'new' }],
  ['a master key that is none', { masterKey: 'x' }],
])('it does not start with %s', async (_what, options) => {
  await expect(startService({ dataDir: dataFolder(), ...options })).rejects.toThrow();
});

test('a taken port is an error, and the data folder is let go', async () => {
  const service = await started();
  const dataDir = dataFolder();
  const port = Number(new URL(service.url).port);
  await expect(startService({ dataDir, port })).rejects.toThrow('EADDRINUSE');
  await (await startService({ dataDir })).close();
});

test('with TLS it speaks https, and ends answers that are under way before it closes', async () => {
  const service = await startService({ dataDir: dataFolder(), tls: selfSigned });
  expect(service.url).toMatch(/^https:/);
  const outgoing = request(`${service.url}/api/openapi.json`, { ca: selfSigned.cert, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  expect(response.statusCode).toBe(200);
  const closed = service.close();
  let text = '';
  for await (const chunk of response) text += String(chunk);
  expect(JSON.parse(text)).toHaveProperty('openapi');
  await closed;
});

test('behind a proxy its links lead to the public address', async () => {
  const service = await started({
    behindProxy: true,
    publicUrl: 'https://keys.example.com/',
    host: '127.0.0.1',
  });
  expect(service.url).toBe('https://keys.example.com');
  expect(service.signInUrl).toMatch(/^https:\/\/keys\.example\.com\/sign-in#token=/);
});

test('a client that does not end its request is cut off', async () => {
  const timeouts = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 };
  const service = await started({ timeouts });
  const port = Number(new URL(service.url).port);
  const unfinished = [
    'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n',
    'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  ];
  for (const text of unfinished) {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    let answer = '';
    socket.on('data', chunk => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
  }
});

test.each([
  { why: 'its room is taken', status: 503, begin: '{"model":"offline/describer","input":"' },
  { why: 'it is not JSON', status: 400, begin: 'hello' },
])('a client that sends slowly is told why it is refused: $why', async ({ status, begin }) => {
  const service = await started();
  const { key } = await (await signedIn(service)).makeKey('slow');
  const large = 32 * 1024 * 1024;
  // Two of the largest bodies are all the room that a key has.
  const holders =
    status === 503 ? [question(service.url, key, large), question(service.url, key, large)] : [];
  for (const { socket } of holders) await new Promise(resolve => socket.write('{"model":"a', resolve));
  const { socket, answer } = question(service.url, key, 1_000_000);
  socket.write(begin);
  // Longer than a server waits by itself for what is left of a body that it has refused.
  for (let sent = begin.length; sent < 1_000_000;) {
    await sleep(80);
    const piece = Math.min(100_000, 1_000_000 - sent);
    sent += piece;
    socket.write('x'.repeat(piece));
  }
  expect(await answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const holder of holders) holder.socket.destroy();
});

/** A question to the gateway whose body is still to be written; its answer is not looked at before that is asked for. */
function question(
  url: string,
  key: string,
  length: number,
): { socket: Socket; answer: () => Promise<string> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const headers = ['Host: localhost', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  socket.write(
    `POST /api/v1/responses HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const ended = new Promise<string>(resolve => socket.once('error', error => resolve(error.message)));
  return { socket, answer: () => Promise.race([ended, once(socket, 'data').then(String)]) };
}

test('what is no HTTP does not disturb it', async () => {
  const service = await started();
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('\x16\x03\x01 not http\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  expect((await fetch(`${service.url}/api/openapi.json`)).status).toBe(200);
});

test('CLI-1: a second service on the same data folder is refused, and the folder is free again afterwards', async () => {
  const dataDir = dataFolder();
  const first = startChild('serviceProcess.ts', dataDir);
  await firstLine(first);
  const second = startService({ dataDir });
  await expect(second).rejects.toMatchObject({
    code: 'store',
    hint: expect.stringMatching(/Stop it first/) as string,
  });
  await expect(second).rejects.toThrow(`Another service is already running on the data folder ${dataDir}.`);
  // A link for a member and a rotation are still made while it runs.
  makeSignInLink({ dataDir, url: 'http://127.0.0.1:1', username: 'owner' });
  rotateMasterKey({ dataDir });
  first.kill('SIGKILL');
  await ended(first);
  const third = await startService({ dataDir });
  await expect(startService({ dataDir })).rejects.toThrow('already running');
  await third.close();
  await (await startService({ dataDir })).close();
});

test('whoever runs the service makes a link for a member who was signed out', async () => {
  const dataDir = dataFolder();
  const service = await started({ dataDir });
  const signInUrl = makeSignInLink({ dataDir, url: service.url, username: 'owner' });
  const browser = await signedIn({ url: service.url, signInUrl });
  expect((await browser.ask('GET', '/api/session')).status).toBe(200);
  expect(() => makeSignInLink({ dataDir, url: service.url, username: 'nobody' })).toThrow(
    'no user named nobody',
  );
});
