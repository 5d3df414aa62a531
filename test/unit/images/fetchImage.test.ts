import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchImage } from '../../../src/images/web/fetchImage.ts';
import { shownAddress } from '../../../src/base/address.ts';
import { isPrivateAddress } from '../../../src/base/node/publicGuard.ts';
import { png, red, solid } from '../../support/pictures.ts';

const servers: Server[] = [];

/** A server of this machine, by its address without a trailing slash. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const allowed = ['127.0.0.1'];
const image = await png(solid(4, 3, red));

test('an image is downloaded with nothing but the request, over redirects too', async () => {
  const asked: (string | undefined)[] = [];
  const address = await serve((request, response) => {
    asked.push(request.url);
    expect(request.headers).toMatchObject({ accept: 'image/*', 'user-agent': 'Sightline' });
    expect(request.headers).not.toHaveProperty('authorization');
    expect(request.headers).not.toHaveProperty('cookie');
    if (request.url === '/old') response.writeHead(302, { location: '/new?x=1', 'set-cookie': 'a=b' }).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  });
  expect(Buffer.from(await fetchImage(`${address}/old`, { allowed }))).toEqual(image);
  expect(asked).toEqual(['/old', '/new?x=1']);
});

test.for(['', 'application/octet-stream', 'image/png; charset=binary'])(
  'a server that calls it "%s" is believed',
  async type => {
    const address = await serve((_, response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.end(image);
    });
    expect(Buffer.from(await fetchImage(address, { allowed }))).toEqual(image);
  },
);

test('addresses of this machine and of private networks are refused before anything is sent', async () => {
  let count = 0;
  const address = await serve((_, response) => {
    count++;
    response.end(image);
  });
  const { port } = new URL(address);
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0', 'x.localhost'])
    await expect(fetchImage(`http://${host}:${port}/a.png`)).rejects.toMatchObject({
      code: 'unsupportedImage',
      message: expect.stringContaining('is an address of this machine or of a private network.') as string,
      remedy: { kind: 'allowImageHost' },
    });
  await expect(fetchImage('http://169.254.169.254/latest/meta-data')).rejects.toThrow('private network');
  expect(count).toBe(0);
});

test('an allowed host may not lead to one that is not', async () => {
  let count = 0;
  const inside = await serve((_, response) => {
    count++;
    response.end(image);
  });
  const { port } = new URL(inside);
  const address = await serve((_, response) =>
    response.writeHead(307, { location: `http://localhost:${port}/secret.png` }).end(),
  );
  await expect(fetchImage(address, { allowed: [new URL(address).host] })).rejects.toThrow(
    `localhost:${port} is an address of this machine or of a private network.`,
  );
  expect(count).toBe(0);
});

test.for([
  ['file:///etc/passwd', 'it leads to an address with file:'],
  ['data:image/png;base64,AAAA', 'it leads to an address with data:'],
  ['ftp://127.0.0.1/a.png', 'it leads to an address with ftp:'],
  ['http://user:word@127.0.0.1/a.png', 'its address contains a user name or password'],
  ['/loop', 'it leads elsewhere more than 5 times'],
] as const)('a redirect to %s is refused', async ([location, reason]) => {
  const address = await serve((_, response) => response.writeHead(301, { location }).end());
  await expect(fetchImage(`${address}/loop`, { allowed })).rejects.toThrow(`${reason}.`);
});

test.for([
  [200, 'text/html; charset=utf-8', 'it is a web page, not an image'],
  [200, 'application/json', 'it is application/json, not an image'],
  [404, 'image/png', 'there is no such image (404)'],
  [403, 'image/png', 'its server refuses access (403)'],
  [503, 'image/png', 'its server answered 503'],
] as const)('%i with %s: %s', async ([status, type, reason]) => {
  const address = await serve((_, response) =>
    response.writeHead(status, { 'content-type': type }).end('words'),
  );
  await expect(fetchImage(`${address}/a.png?token=secret`, { allowed })).rejects.toMatchObject({
    message: `Unable to read image source ${address}/a.png: ${reason}.`,
  });
});

test('a body without an end is read up to 100 MB', async () => {
  const megabyte = Buffer.alloc(1_000_000);
  const address = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const pour = (): void => {
      if (!response.destroyed && response.write(megabyte)) setImmediate(pour);
    };
    response.on('drain', pour);
    pour();
  });
  await expect(fetchImage(address, { allowed })).rejects.toMatchObject({ code: 'imageTooLarge' });
});

test('a server that is silent is left when the signal fires', async () => {
  let asked = (): void => undefined;
  const isAsked = new Promise<void>(resolve => (asked = resolve));
  const address = await serve(() => asked());
  const cancel = new AbortController();
  const image = fetchImage(address, { allowed, signal: cancel.signal });
  await isAsked;
  cancel.abort();
  await expect(image).rejects.toMatchObject({ name: 'AbortError' });
});

test('a server that does not begin to answer is left after half a minute', async () => {
  let asked = (): void => undefined;
  const isAsked = new Promise<void>(resolve => (asked = resolve));
  const address = await serve(() => asked());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const downloading = expect(fetchImage(address, { allowed })).rejects.toThrow(
      'no answer came within 30 s.',
    );
    await isAsked;
    vi.advanceTimersByTime(30_000);
    await downloading;
  } finally {
    vi.useRealTimers();
  }
});

test('a server that is not there is told in words', async () => {
  await expect(fetchImage('http://127.0.0.1:9/a.png', { allowed })).rejects.toThrow(
    'its server does not answer.',
  );
});

test('which addresses are private is seen without asking anybody', () => {
  for (const address of [
    'http://10.0.0.1/a',
    'https://nas/a.png',
    'https://localhost/a',
    'https://[::1]/a',
    'x',
  ])
    expect(isPrivateAddress(address)).toBe(true);
  for (const address of ['https://images.example/a.png', 'https://8.8.8.8/a.png'])
    expect(isPrivateAddress(address)).toBe(false);
});

test('an address is shown without its query and password', () => {
  expect(shownAddress('https://a:b@images.example/a.png?token=secret#c')).toBe(
    'https://images.example/a.png',
  );
});
