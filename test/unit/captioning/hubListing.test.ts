import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hubAddress } from '../../../src/captioning/hub/hubAddress.ts';
import { hubFetch } from '../../../src/captioning/hub/hubFetch.ts';
import { listHubFiles } from '../../../src/captioning/hub/hubListing.ts';
import { startToyHub, toyRevision, type ToyHub } from '../../support/captioning/toyHub.ts';

let hub: ToyHub;

beforeEach(async () => {
  hub = await startToyHub();
});

afterEach(() => hub[Symbol.asyncDispose]());

const file = (path: string, more: object = {}): object => ({
  ...{ type: 'file', oid: 'c'.repeat(40), size: 3, path },
  ...more,
});

describe('what a hub lists', () => {
  it('has the commit, and of each file its size and hash', async () => {
    const { revision, files } = await listHubFiles(hub.url, 'toy/caption');
    expect(revision).toBe(toyRevision);
    expect([...files.keys()]).toContain('onnx/encoder_model.onnx');
    expect(files.get('onnx/encoder_model.onnx')?.check).toHaveProperty('sha256');
    expect(files.get('config.json')?.check).toHaveProperty('gitBlob');
  });

  it.each(['../outside', 'onnx/../../outside', '/etc/passwd', 'C:\\Windows\\x', 'onnx\\..\\..\\x', 'a//b'])(
    'is refused where a file would lie outside of the folder: %s',
    async path => {
      hub.listed = [file(path)];
      await expect(listHubFiles(hub.url, 'toy/caption')).rejects.toMatchObject({ code: 'notAService' });
    },
  );

  it.each(['.hidden', 'sub/.git/config', 'name with blanks', 'CON:', 'ünï.json', 'a\0b'])(
    'leaves a file out whose name no model needs: %j',
    async path => {
      hub.listed = [file(path)];
      expect([...(await listHubFiles(hub.url, 'toy/caption')).files.keys()]).not.toContain(path);
    },
  );

  it.each([
    ['no list', '{"error":"no"}'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['entries of another kind', '[1, 2]'],
    ['a file without a hash', JSON.stringify([{ type: 'file', path: 'x.json', size: 3 }])],
    ['a negative size', JSON.stringify([file('x.json', { size: -1 })])],
    ['a size beyond all numbers', '[{"type":"file","path":"x.json","size":1e400,"oid":"c"}]'],
  ])('is refused where it is %s', async (_what, listed) => {
    hub.listed = listed;
    await expect(listHubFiles(hub.url, 'toy/caption')).rejects.toMatchObject({ code: 'notAService' });
  });

  it('is refused where it has a million files', async () => {
    hub.listed = `[${JSON.stringify(file('x')).concat(',').repeat(1_000_000)}`;
    await expect(listHubFiles(hub.url, 'toy/caption')).rejects.toMatchObject({ code: 'notAService' });
    hub.listed = Array.from({ length: 20_000 }, (_, index) => file(`f${index}`));
    await expect(listHubFiles(hub.url, 'toy/caption')).rejects.toMatchObject({ code: 'notAService' });
  });

  it('is refused where its pages never end', async () => {
    const server = createServer((request, response) => {
      const isModel = request.url?.includes('/revision/') === true;
      response
        .writeHead(200, { link: `<${request.url ?? ''}>; rel="next"` })
        .end(isModel ? JSON.stringify({ sha: toyRevision }) : '[]');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(listHubFiles(`http://127.0.0.1:${port}`, 'toy/caption')).rejects.toMatchObject({
      code: 'notAService',
    });
    server.close();
  });
});

describe('the address of a mirror', () => {
  it.each([
    ['https://mirror.example.com/', 'https://mirror.example.com'],
    [' mirror.example.com/hub/ ', 'https://mirror.example.com/hub'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080/x?y#z', 'http://127.0.0.1:8080/x'],
  ])('%s is read as %s', (text, address) => {
    expect(hubAddress(text)).toBe(address);
  });

  it.each([
    'http://mirror.example.com',
    'https://user:password@mirror.example.com',
    'ftp://x',
    'https://',
    '',
  ])('%s is refused', text => {
    expect(() => hubAddress(text)).toThrow(/address of the mirror/);
  });
});

describe('a redirect', () => {
  const redirecting =
    (location: string): typeof fetch =>
    () =>
      Promise.resolve(new Response(null, { status: 302, headers: { location } }));

  it.each(['http://cdn.example.com/file', 'ftp://cdn.example.com/file', 'http://127.0.0.1/file'])(
    'of an encrypted address to %s is not followed',
    async location => {
      await expect(
        hubFetch('https://hub.example.com/file', { fetch: redirecting(location) }),
      ).rejects.toMatchObject({ code: 'notAService' });
    },
  );

  it('that leads on and on ends', async () => {
    await expect(
      hubFetch('https://hub.example.com/file', { fetch: redirecting('https://hub.example.com/file') }),
    ).rejects.toMatchObject({
      code: 'notAService',
      message: expect.stringContaining('without end') as string,
    });
  });
});
