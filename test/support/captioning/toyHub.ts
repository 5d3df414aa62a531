import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toyCaptioner } from './toyCaptioner.ts';

/** What goes wrong with a file, as often as is said; after that all is well. */
export interface HubFault {
  path: string;
  kind:
    /** The connection is cut after half of what was asked for. */
    | 'cut'
    /** The answer says that it is whole, and is not. */
    | 'short'
    /** One byte is another one. */
    | 'wrong'
    /** More bytes come than were listed. */
    | 'long'
    /** The server is too busy. */
    | 'busy'
    /** Nothing comes any more after half. */
    | 'stuck'
    /** Nothing comes at all. */
    | 'silent';
  times: number;
}

/** A hub on this machine, whose models are toys. */
export interface ToyHub extends AsyncDisposable {
  url: string;
  /** Each request: `GET /path range`. */
  hits: string[];
  faults: HubFault[];
  /** Whether parts of files are served. */
  ranges: boolean;
  /** Entries that a listing has beside the true ones; a text in place of all of it. */
  listed: object[] | string;
}

export const toyRevision = 'a'.repeat(40);

/** Starts a hub that has the toy captioner under every name. */
export async function startToyHub(files = toyCaptioner()): Promise<ToyHub> {
  const hub = {
    hits: [] as string[],
    faults: [] as HubFault[],
    ranges: true,
    listed: [] as object[] | string,
  };
  const server = createServer((request, response) => answer(request, response, { ...hub, hub, files }));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(hub, {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  });
}

interface Served {
  hub: Pick<ToyHub, 'hits' | 'faults' | 'ranges' | 'listed'>;
  files: ReadonlyMap<string, Buffer>;
}

function answer(request: IncomingMessage, response: ServerResponse, { hub, files }: Served): void {
  const { pathname } = new URL(request.url ?? '/', 'http://hub');
  const { range } = request.headers;
  hub.hits.push([request.method, pathname, range].filter(Boolean).join(' '));
  const json = (value: unknown): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const [, inRepository] = /^\/[^/]+\/[^/]+\/resolve\/[^/]+\/(.+)$/.exec(pathname) ?? [];
  const [, inStore] = /^\/store\/(.+)$/.exec(pathname) ?? [];
  if (pathname.endsWith('/revision/main')) json({ id: 'toy', sha: toyRevision });
  else if (pathname.endsWith(`/tree/${toyRevision}`)) {
    if (typeof hub.listed === 'string') response.writeHead(200).end(hub.listed);
    else json([...entriesOf(files), ...hub.listed]);
  } else if (inRepository?.startsWith('onnx/'))
    // As the hub does with large files.
    response.writeHead(302, { location: `/store/${inRepository}` }).end();
  else sendFile(response, { path: inRepository ?? inStore ?? '', range, hub, files });
}

function entriesOf(files: ReadonlyMap<string, Buffer>): object[] {
  const folder = { type: 'directory', oid: 'b'.repeat(40), size: 0, path: 'onnx' };
  const entries = [...files].map(([path, content]) => ({
    type: 'file',
    oid: createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'),
    size: content.length,
    path,
    ...(path.startsWith('onnx/')
      ? {
          lfs: {
            oid: createHash('sha256').update(content).digest('hex'),
            size: content.length,
            pointerSize: 134,
          },
        }
      : {}),
  }));
  return [folder, ...entries];
}

function sendFile(
  response: ServerResponse,
  { path, range, hub, files }: Served & { path: string; range: string | undefined },
): void {
  const content = files.get(path);
  if (content === undefined) {
    response.writeHead(404).end();
    return;
  }
  const start = hub.ranges && range !== undefined ? Number(/\d+/.exec(range)?.[0] ?? 0) : 0;
  const rest = content.subarray(start);
  const fault = hub.faults.find(one => one.path === path && one.times > 0);
  if (fault !== undefined) fault.times -= 1;
  if (fault?.kind === 'silent') return;
  if (fault?.kind === 'busy') {
    response.writeHead(503).end();
    return;
  }
  const sent = faulty(rest, fault?.kind);
  const begins = { 'content-type': 'application/octet-stream' };
  const isPart = start > 0;
  response.writeHead(isPart ? 206 : 200, {
    ...begins,
    'content-length': fault?.kind === 'cut' || fault?.kind === 'stuck' ? rest.length : sent.length,
    ...(isPart ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
  });
  if (fault?.kind === 'cut') response.write(sent, () => void response.destroy());
  else if (fault?.kind === 'stuck') response.write(sent);
  else response.end(sent);
}

function faulty(bytes: Buffer, kind: HubFault['kind'] | undefined): Buffer {
  switch (kind) {
    case 'cut':
    case 'short':
    case 'stuck':
      return bytes.subarray(0, Math.ceil(bytes.length / 2));
    case 'wrong':
      return Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte)));
    case 'long':
      return Buffer.concat([bytes, Buffer.from('more')]);
    case 'busy':
    case 'silent':
    case undefined:
      return bytes;
  }
}
