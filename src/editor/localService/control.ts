import type { Socket } from 'node:net';
import * as z from 'zod/mini';
import { exchangeLines } from '../../base/node/lineExchange.ts';

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

/** Characters; our messages are far shorter. */
const longestLine = 4096;

/** Messages of a shape, as they come and go. */
export function exchangeControl<In>(
  socket: Socket,
  shape: z.ZodMiniType<In>,
  onMessage: (message: In) => void,
): (message: FromWindow | FromService) => void {
  return exchangeLines(
    socket,
    { read: value => shape.safeParse(value).data, longest: longestLine },
    onMessage,
  );
}
