import { createHash } from 'node:crypto';

/** SHA-256 of bytes or of text in UTF-8, 64 hexadecimal characters. */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
