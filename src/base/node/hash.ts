import { createHash } from 'node:crypto';

/** SHA-256 of bytes or texts in UTF-8, one after another: 64 hexadecimal characters. */
export function sha256Of(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
