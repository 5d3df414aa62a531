import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { isProof, makeNonce, proofFor } from '../../base/node/sharedSecret.ts';
import { fromWindowShape, exchangeControl } from './control.ts';
import type { FromService } from './control.ts';

/** What windows can have of the process. */
export interface ControlParts {
  secret: string;
  /** Makes the token of a link that signs the owner in. */
  signInToken: () => Promise<string>;
  /** No window has used the service for a while. */
  onIdle: () => void;
  /** A window wants it to end. */
  onStop: () => void;
  /** Milliseconds without a window: at the start, and after the last one has gone. A window that reloads comes back. */
  patience?: { start: number; end: number };
}

/** The process's end of the connections to windows. */
export interface ControlServer {
  port: number;
  /** Tells the windows, and lets them go. */
  close: (reason: 'stopped' | 'idle') => Promise<void>;
}

/** Listens for windows, and watches whether there are any. */
export async function startControl(parts: ControlParts): Promise<ControlServer> {
  const { patience = { start: 30_000, end: 10_000 } } = parts;
  const windows = new Map<Socket, (message: FromService) => void>();
  let idle = setTimeout(parts.onIdle, patience.start);
  const server = createServer(socket => {
    socket.on('error', () => undefined); // "close" follows.
    socket.setTimeout(10_000, () => socket.destroy());
    greet(socket, parts, send => {
      socket.setTimeout(0);
      clearTimeout(idle);
      windows.set(socket, send);
      socket.once('close', () => {
        windows.delete(socket);
        if (windows.size === 0 && server.listening) idle = setTimeout(parts.onIdle, patience.end);
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: reason => {
      clearTimeout(idle);
      const closed = new Promise<void>(resolve => void server.close(() => resolve()));
      for (const [socket, send] of windows) {
        if (reason === 'stopped') send({ type: 'stopped' });
        socket.destroySoon();
      }
      return closed;
    },
  };
}

/** Lets a window in once it has proved itself, and answers it from then on. */
function greet(
  socket: Socket,
  { secret, signInToken, onStop }: ControlParts,
  onWelcome: (send: (message: FromService) => void) => void,
): void {
  const challenge = makeNonce();
  let known = false;
  const send = exchangeControl(socket, fromWindowShape, message => {
    if (message.type === 'hello') {
      send({ type: 'proof', proof: proofFor(secret, 'service', message.nonce), nonce: challenge });
    } else if (message.type === 'proof') {
      if (known || !isProof(message.proof, secret, 'window', challenge)) return void socket.destroy();
      known = true;
      onWelcome(send);
      send({ type: 'welcome' });
    } else if (!known) {
      socket.destroy();
    } else if (message.type === 'stop') {
      onStop();
    } else {
      const { request } = message;
      signInToken().then(
        token => send({ type: 'signIn', request, token }),
        (error: unknown) =>
          send({ type: 'refused', request, reason: error instanceof Error ? error.message : '' }),
      );
    }
  });
}
