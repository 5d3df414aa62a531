import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { ServerType } from '@hono/node-server';

/** Milliseconds that requests under way are given to end by themselves. */
const drainTime = 5_000;

/**
 * Follows a server's connections, and gives the function that ends it: those on which nothing is under way at once,
 * the others when they have answered or their time is over. Node's own `closeIdleConnections` leaves out those that a
 * client has opened in advance.
 */
export function drainable(server: ServerType): () => Promise<void> {
  const sockets = new Map<Socket, number>();
  const all = new Set<Socket>();
  let closing = false;
  const settle = (socket: Socket, change: number) => {
    const open = (sockets.get(socket) ?? 0) + change;
    if (sockets.has(socket)) sockets.set(socket, open);
    if (closing && open === 0) socket.destroySoon();
  };
  const follow = (socket: Socket) => {
    sockets.set(socket, 0);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', (socket: Socket) => {
    all.add(socket);
    socket.once('close', () => all.delete(socket));
  });
  // With TLS, requests belong to the secured socket, which is another.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', follow);
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    settle(socket, 1);
    response.once('close', () => settle(socket, -1));
  });
  return async () => {
    if (!server.listening) return;
    closing = true;
    const ended = new Promise<void>(resolve => server.close(() => resolve()));
    for (const [socket, open] of sockets) if (open === 0) socket.destroy();
    const force = setTimeout(() => all.forEach(socket => socket.destroy()), drainTime);
    await ended;
    clearTimeout(force);
  };
}
