import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** How a body goes on for ever. */
export interface Endless {
  status?: number;
  contentType?: string;
  /** What comes first. */
  begin?: string;
  /** What comes again and again, at full speed. */
  again?: string | Buffer;
  /** Milliseconds between two of them; at full speed without. */
  everyMs?: number;
  /** Compressed: a megabyte on the wire is a gigabyte of blanks. */
  gzip?: boolean;
}

/** A server on this machine whose answers never end. */
export interface EndlessServer {
  url: string;
  port: number;
  /** Answers that were begun, and those of them whose connection is still open. */
  begun: () => number;
  open: () => number;
}

/** Starts the server; it goes with the test. */
export async function startEndlessServer(how: Endless): Promise<EndlessServer> {
  let begun = 0;
  let open = 0;
  const server = createServer((request, response) => {
    request.resume();
    begun += 1;
    open += 1;
    response.once('close', () => (open -= 1));
    pour(response, how);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, port, begun: () => begun, open: () => open };
}

function pour(response: ServerResponse, how: Endless): void {
  const { status = 200, contentType = 'application/json', begin = '', everyMs, gzip = false } = how;
  const again = Buffer.from(how.again ?? ' '.repeat(1 << 16));
  response.writeHead(status, {
    'content-type': contentType,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  });
  const out = gzip ? createGzip() : response;
  if (gzip) (out as ReturnType<typeof createGzip>).pipe(response);
  out.write(begin);
  if (everyMs !== undefined) {
    const timer = setInterval(() => out.write(again), everyMs);
    response.once('close', () => clearInterval(timer));
    return;
  }
  const more = (): void => {
    while (!response.destroyed) if (!out.write(again)) return void out.once('drain', more);
  };
  more();
}
