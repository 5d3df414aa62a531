import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * How two processes show each other that they know the same secret, without sending it: each answers the other's nonce.
 */

/** A question that was never asked before: 32 hexadecimal digits. */
export function makeNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * What only a holder of the secret can say to `nonce`: 64 hexadecimal digits. The side is part of it, so that no answer can be
 * played back.
 */
export function proofFor(secret: string, side: string, nonce: string): string {
  return createHmac('sha256', secret).update(`${side}:${nonce}`).digest('hex');
}

/** @param given 64 hexadecimal digits. */
export function isProof(given: string, ...expected: Parameters<typeof proofFor>): boolean {
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(proofFor(...expected), 'hex'));
}
