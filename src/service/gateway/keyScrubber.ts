import { redact } from '../../base/redact.ts';

const mask = Buffer.from('[key]');

/**
 * Takes a key out of bytes that pass by. Only bytes that might be the beginning of the key are held back, until the
 * next piece tells; with an event's end at the end of a piece that is none.
 */
export interface KeyScrubber {
  push: (chunk: Uint8Array) => Uint8Array;
  /** What was held back. */
  rest: () => Uint8Array;
}

/** A scrubber for `key`; without a key it lets all pass. */
export function scrubKey(key: string | undefined): KeyScrubber {
  if (key === undefined) return { push: chunk => chunk, rest: () => new Uint8Array() };
  const secret = Buffer.from(key);
  let held: Buffer = Buffer.alloc(0);
  return {
    push: chunk => {
      const bytes =
        held.length === 0
          ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
          : Buffer.concat([held, chunk]);
      const clean = bytes.includes(secret) ? replaceAll(bytes, secret) : bytes;
      const keep = overlap(clean, secret);
      held = clean.subarray(clean.length - keep);
      return clean.subarray(0, clean.length - keep);
    },
    rest: () => held,
  };
}

function replaceAll(bytes: Buffer, secret: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, from)) {
    parts.push(bytes.subarray(from, at), mask);
    from = at + secret.length;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** How many bytes at the end could begin the secret. */
function overlap(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(bytes.length, secret.length - 1); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) return length;
  return 0;
}

/**
 * A provider's reason for a failure without the key, also where the provider itself shows parts of it ("sk-a***z").
 * JSON stays JSON: only its texts change.
 */
export function redactReason(value: unknown, key: string | undefined): unknown {
  if (typeof value === 'string') return redact(value, key).replace(/[^\s"'<>()]*\*{3,}[^\s"'<>()]*/g, '…');
  if (Array.isArray(value)) return value.map(item => redactReason(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactReason(item, key)]));
}
