import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../../base/address.ts';

/** Where the metrics are served. */
export interface MetricsAddress {
  port: number;
  /** 127.0.0.1 unless given. */
  host?: string;
}

/** What is served there. */
export interface MetricsContent {
  contentType: string;
  text: () => Promise<string>;
  notReady: () => string | undefined;
}

/** Metrics that are served. */
export interface MetricsServer {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a port of their own, in plain HTTP and without a key: whoever reaches the
 * port reads them. It answers until the service has ended.
 * @throws Node's error where the port cannot be bound.
 */
export async function startMetricsServer(
  { port, host = '127.0.0.1' }: MetricsAddress,
  content: MetricsContent,
): Promise<MetricsServer> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    answer(request, response, { host, content }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}/metrics`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { host, content }: { host: string; content: MetricsContent },
): Promise<void> {
  request.resume();
  const send = (status: number, body: string, type = 'application/json') =>
    void response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body);
  // A page of another site could have its own name lead here.
  const asked = (request.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  if (isLoopback(host) && !isLoopback(asked)) return send(421, '{"error":"This is not served by that name"}');
  if (request.method !== 'GET') return send(405, '{"error":"Only GET is served here"}');
  const [path = ''] = (request.url ?? '').split('?');
  switch (path) {
    case '/metrics':
      return send(200, await content.text(), content.contentType);
    case '/healthz':
      return send(200, '{"status":"ok"}');
    case '/readyz': {
      const reason = content.notReady();
      if (reason === undefined) return send(200, '{"status":"ready"}');
      return send(503, JSON.stringify({ status: 'not ready', reason }));
    }
    default:
      return send(404, '{"error":"Not found"}');
  }
}
