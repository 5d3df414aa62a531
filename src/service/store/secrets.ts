import { createHash, randomBytes } from 'node:crypto';

/**
 * A fresh id: `kind` and 88 random bits. Ids are no secrets, but cannot be guessed either; they are shorter than
 * anything that redaction takes for a key.
 */
export function newId(kind: string): string {
  return `${kind}_${randomBytes(11).toString('hex')}`;
}

/** A token for a link, a session or a host: 256 random bits. Only its {@link lookupOf} is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A key: the 3-character prefix and 40 hexadecimal characters from the system's random source. */
export function newKey(prefix: string): string {
  return prefix + randomBytes(20).toString('hex');
}

/** The prefix of worker keys: they are never mistaken for service keys by a person, nor by the service. */
export const workerKeyPrefix = 'wk_';

/**
 * What a secret is found by: its SHA-256. The secrets are long and random, so that no slower hash is needed, and the
 * index compares hashes of what was sent, whose timing tells nothing about a secret.
 */
export function lookupOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** The first 11 characters of a service key, the only part ever shown. */
export function storedPrefix(key: string): string {
  return key.slice(0, 11);
}
