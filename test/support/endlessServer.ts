import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { pourForever, type Endless } from './pourForever.ts';

/** A server on this machine whose answers never end. */
export interface EndlessServer {
  url: string;
  port: number;
  /** Answers whose connection is still open. */
  open: () => number;
}

/** Starts the server; it goes with the test. */
export async function startEndlessServer(how: Endless): Promise<EndlessServer> {
  let open = 0;
  const server = createServer((request, response) => {
    request.resume();
    open += 1;
    response.once('close', () => (open -= 1));
    pourForever(response, how);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, port, open: () => open };
}
