import dns, { type LookupAddress } from 'node:dns';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { selfSigned } from '../../support/provider/selfSigned.ts';
import { startTestProvider, type TestProviderOptions } from '../../support/testProvider.ts';
import { askIt, destination, formats } from './providerTest.ts';

afterEach(() => vi.restoreAllMocks());

/** `localhost` stands for ::1 first, as on many machines. */
function localhostIsBoth(): void {
  const addresses: LookupAddress[] = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: unknown,
    done: (error: null, all: LookupAddress[]) => void,
  ) => {
    done(null, addresses);
  }) as unknown as typeof dns.lookup);
}

async function withProvider<T>(
  options: TestProviderOptions,
  use: (url: string, port: number) => Promise<T>,
): Promise<T> {
  const provider = await startTestProvider(options);
  try {
    return await use(provider.url, provider.port);
  } finally {
    await provider.close();
  }
}

/** A port of this machine on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

test('URL-2: a server on 127.0.0.1 answers by the name localhost that stands for ::1 first', async () => {
  localhostIsBoth();
  const { answer } = await withProvider({}, (_url, port) =>
    askIt(destination(`http://localhost:${port}/v1`)),
  );
  expect(answer?.text).toBe('You wrote: Hello?');
});

test('URL-2: a server on ::1 alone answers by its address and by name', async () => {
  localhostIsBoth();
  await withProvider({ host: '::1' }, async (url, port) => {
    expect((await askIt(destination(url))).answer?.reason).toBe('complete');
    expect((await askIt(destination(`http://localhost:${port}/v1`))).answer?.reason).toBe('complete');
  });
});

test('URL-2: where nothing listens, the message names host and port and suggests 127.0.0.1', async () => {
  const port = await freePort();
  const { error } = await askIt(destination(`http://localhost:${port}/v1`));
  expect(error).toBeInstanceOf(SightlineError);
  expect(error).toMatchObject({
    code: 'network',
    message: expect.stringMatching(new RegExp(`localhost.*${port}`)) as string,
    hint: expect.stringContaining('127.0.0.1') as string,
  });
});

test.each(formats)('URL-3 (a): a certificate that is not trusted is named as such (%s)', async api => {
  const { error } = await withProvider({ tls: selfSigned }, url => askIt(destination(url, api)));
  expect(error).toMatchObject({
    code: 'certificate',
    message: expect.stringContaining('not trusted') as string,
    remedy: { kind: 'trustCertificate' },
  });
  expect(process.env.NODE_TLS_REJECT_UNAUTHORIZED).toBeUndefined();
});

test('URL-3 (b): https to a port that speaks http is named as such', async () => {
  const { error } = await withProvider({}, url => askIt(destination(url.replace('http:', 'https:'))));
  expect(error).toMatchObject({ code: 'network', message: expect.stringContaining('uses http') as string });
});

test('a redirect is not followed, and the key stays at home', async () => {
  await withProvider({}, async (other, port) => {
    const provider = await startTestProvider();
    provider.script({ status: 307, headers: { location: `${other}/chat/completions` } });
    const { error } = await askIt(destination(provider.url));
    expect(error).toMatchObject({
      code: 'notFound',
      message: expect.stringContaining(`:${port}/v1`) as string,
    });
    await provider.close();
  });
});
