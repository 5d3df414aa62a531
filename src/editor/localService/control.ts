import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';

/*
 * How windows and the process of the local service talk: JSON objects, one a line, over a connection on 127.0.0.1 that a
 * window keeps open as long as it uses the service. First each side proves that it knows the secret of the running
 * record, without sending it: whoever else has taken the port learns nothing and is not believed.
 */

const nonce = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const proof = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What a window says. */
export const fromWindowShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), nonce }),
  z.object({ type: z.literal('proof'), proof }),
  /** Asks for the token of a link that signs the owner in, once. */
  z.object({ type: z.literal('signIn'), request: z.number() }),
  /** Ends the service, for all windows. */
  z.object({ type: z.literal('stop') }),
]);
export type FromWindow = z.infer<typeof fromWindowShape>;

/** What the process says. */
export const fromServiceShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('proof'), proof, nonce }),
  z.object({ type: z.literal('welcome') }),
  z.object({ type: z.literal('signIn'), request: z.number(), token: z.string() }),
  z.object({ type: z.literal('refused'), request: z.number(), reason: z.string() }),
  /** It ends because a window wanted that. */
  z.object({ type: z.literal('stopped') }),
]);
export type FromService = z.infer<typeof fromServiceShape>;

export function makeNonce(): string {
  return randomBytes(16).toString('hex');
}

/** What only a holder of the secret can say to `nonce`; the side is part of it, so that no answer can be played back. */
export function proofFor(secret: string, side: 'window' | 'service', nonce: string): string {
  return createHmac('sha256', secret).update(`${side}:${nonce}`).digest('hex');
}

export function isProof(given: string, ...expected: Parameters<typeof proofFor>): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(proofFor(...expected), 'hex'));
}

/** Characters; our messages are far shorter. */
const longestLine = 4096;

/** Hands each message that fits `shape` to `onMessage` and returns how to send; what does not fit ends the connection. */
export function exchangeLines<In>(
  socket: Socket,
  shape: z.ZodMiniType<In>,
  onMessage: (message: In) => void,
): (message: FromWindow | FromService) => void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = shape.safeParse(parseJson(line));
      if (message.success) onMessage(message.data);
      else socket.destroy();
    }
    if (rest.length > longestLine) socket.destroy();
  });
  return message => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
}
