import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply, Step } from './reply.ts';

/** Sends a reply step by step; gives up without a word where the client has gone. */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { status = 200, headers = {}, delayMs = 0, body = '', byteByByte = false } = reply;
  if (delayMs > 0) await pause(delayMs);
  const gone = (): boolean => response.destroyed;
  if (gone()) return;
  response.socket?.setNoDelay(true);
  const plain = typeof body === 'object' && !isSteps(body);
  response.writeHead(status, {
    ...(plain ? { 'content-type': 'application/json' } : {}),
    ...headers,
  });
  response.flushHeaders();
  const steps: readonly Step[] = isSteps(body) ? body : [plain ? JSON.stringify(body) : (body as string)];
  for (const step of steps) {
    if (gone()) return;
    if (typeof step === 'string' || step instanceof Uint8Array) await write(response, step, byteByByte);
    else if ('pauseMs' in step) await pause(step.pauseMs);
    else if ('until' in step) await step.until;
    else if ('cut' in step) {
      response.socket?.destroy();
      return;
    } else return;
  }
  response.end();
}

function isSteps(body: object | string): body is readonly Step[] {
  return Array.isArray(body);
}

async function write(
  response: ServerResponse,
  content: string | Uint8Array,
  byteByByte: boolean,
): Promise<void> {
  const bytes = Buffer.from(content);
  const pieces = byteByByte ? Array.from(bytes, byte => Buffer.of(byte)) : [bytes];
  for (const piece of pieces) {
    if (piece.length === 0 || response.destroyed) continue;
    await new Promise<void>(resolve => response.write(piece, () => resolve()));
  }
}
