import { randomBytes } from 'node:crypto';
import { rm, readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import { SightlineError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { exchangeLines, type LineExchange } from '../base/node/lineExchange.ts';
import { isProof, makeNonce, proofFor } from '../base/node/sharedSecret.ts';
import { makeFolders } from '../base/node/makeFolder.ts';
import { writeWhole } from '../base/node/writeWhole.ts';
import { abortError, onAbort } from '../base/onAbort.ts';
import type { ToolName } from './definitions.ts';
import type { ToolCall } from './toolWork.ts';

/*
 * How the MCP server of the editor has its calls done by the window: JSON objects, one a line, over a connection on
 * 127.0.0.1. The window leaves a secret of one use in a file that only this account reads; each side proves that it knows
 * it without sending it. No key of a provider ever leaves the window.
 */

const nonce = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const proof = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const toolName = z.enum(['describeImage', 'measureImage', 'findImages']);

const fromServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), nonce }),
  z.object({ type: z.literal('proof'), proof }),
  z.object({ type: z.literal('call'), id: z.number(), name: toolName, input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id: z.number() }),
]);

const fromWindow = z.discriminatedUnion('type', [
  z.object({ type: z.literal('proof'), proof, nonce }),
  z.object({ type: z.literal('progress'), id: z.number(), message: z.string() }),
  z.object({ type: z.literal('result'), id: z.number(), text: z.string() }),
  z.object({ type: z.literal('failure'), id: z.number(), text: z.string() }),
]);

const fileShape = z.object({ port: z.number(), secret: proof });

/** Characters of a message. */
const longestMessage = 4_000_000;
/** Milliseconds for the other side to prove itself. */
const patience = 10_000;

/** The window's end. */
export interface WindowBridge {
  /** The file that tells one server where the window is; it is gone once it was read. */
  file: string;
  close: () => void;
}

/**
 * Waits for one server, and does its calls.
 * @param run returns what the agent is told.
 * @param explain says what went wrong, for the agent.
 */
export async function openBridge(
  folder: string,
  run: (name: ToolName, input: unknown, call: ToolCall) => Promise<string>,
  explain: (error: unknown) => string,
): Promise<WindowBridge> {
  const secret = randomBytes(32).toString('hex');
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, { secret, run, explain, onProved: () => server.close() });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  await makeFolders(folder, 0o700);
  const file = path.join(folder, `${randomBytes(8).toString('hex')}.json`);
  await writeWhole(file, [JSON.stringify({ port: (server.address() as AddressInfo).port, secret })], {
    mode: 0o600,
  });
  return {
    file,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      void rm(file, { force: true });
    },
  };
}

function serve(
  socket: Socket,
  {
    secret,
    run,
    explain,
    onProved,
  }: {
    secret: string;
    run: (name: ToolName, input: unknown, call: ToolCall) => Promise<string>;
    explain: (error: unknown) => string;
    onProved: () => void;
  },
): void {
  const challenge = makeNonce();
  const calls = new Map<number, AbortController>();
  let isProved = false;
  const late = setTimeout(() => socket.destroy(), patience);
  socket.once('close', () => {
    clearTimeout(late);
    for (const call of calls.values()) call.abort();
  });
  const send = exchangeLines(socket, as(fromServer), message => {
    if (message.type === 'hello')
      return send({ type: 'proof', proof: proofFor(secret, 'window', message.nonce), nonce: challenge });
    if (message.type === 'proof') {
      if (!isProof(message.proof, secret, 'server', challenge)) return void socket.destroy();
      clearTimeout(late);
      isProved = true;
      return onProved();
    }
    if (!isProved) return void socket.destroy();
    const { id } = message;
    if (message.type === 'cancel') return calls.get(id)?.abort();
    const stop = new AbortController();
    calls.set(id, stop);
    const progress = (text: string): void => send({ type: 'progress', id, message: text });
    run(message.name, message.input, { signal: stop.signal, progress })
      .then(
        text => send({ type: 'result', id, text }),
        (error: unknown) => send({ type: 'failure', id, text: explain(error) }),
      )
      .finally(() => calls.delete(id));
  });
}

/** The server's end: calls are done by the window. */
export interface BridgeClient {
  run: (name: ToolName, input: unknown, call: ToolCall) => Promise<string>;
  close: () => Promise<void>;
}

/** Connects to the window that a file tells of, and removes the file. @throws {SightlineError} where it has gone. */
export async function connectToWindow(file: string, onGone: () => void): Promise<BridgeClient> {
  const told = fileShape.safeParse(parseJson(await readFile(file, 'utf8').catch(() => '')));
  await rm(file, { force: true });
  if (!told.success) throw gone();
  const { port, secret } = told.data;
  const challenge = makeNonce();
  const waiting = new Map<
    number,
    { call: ToolCall; give: (text: string) => void; fail: (error: Error) => void }
  >();
  const socket = connect({ host: '127.0.0.1', port });
  let last = 0;
  const proved = new Promise<void>((resolve, reject) => {
    socket.once('close', () => {
      reject(gone());
      for (const { fail } of waiting.values()) fail(gone());
      onGone();
    });
    socket.once('connect', () => send({ type: 'hello', nonce: challenge }));
    const send = exchangeLines(socket, as(fromWindow), message => {
      if (message.type === 'proof') {
        if (!isProof(message.proof, secret, 'window', challenge)) return void socket.destroy();
        send({ type: 'proof', proof: proofFor(secret, 'server', message.nonce) });
        return resolve();
      }
      const one = waiting.get(message.id);
      if (message.type === 'progress') return one?.call.progress?.(message.message);
      if (message.type === 'result') one?.give(message.text);
      else one?.fail(new SightlineError('badRequest', message.text));
    });
  });
  socket.on('error', () => undefined); // "close" follows.
  await proved;
  const say = (message: object): void => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
  return {
    run: async (name, input, call) => {
      const id = ++last;
      let stopListening = (): void => undefined;
      try {
        return await new Promise<string>((give, fail) => {
          if (!socket.writable) return fail(gone());
          waiting.set(id, { call, give, fail });
          stopListening = onAbort(call.signal, () => {
            say({ type: 'cancel', id });
            fail(abortError(call.signal));
          });
          say({ type: 'call', id, name, input });
        });
      } finally {
        stopListening();
        waiting.delete(id);
      }
    },
    close: () => {
      socket.destroy();
      return Promise.resolve();
    },
  };
}

/** Reads messages of a shape. */
function as<In>(shape: z.ZodMiniType<In>): LineExchange<In> {
  return { read: value => shape.safeParse(value).data, longest: longestMessage };
}

function gone(): SightlineError {
  return new SightlineError('network', 'The window of the editor has gone.', {
    hint: 'Open the folder in the editor again.',
  });
}
