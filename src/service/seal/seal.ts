import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SealedRecord } from './sealedRecord.ts';
import { SealError } from './sealError.ts';

/** A master key made ready: `id` names it without telling it. */
export interface SealingKey {
  /** 16 hexadecimal characters. */
  id: string;
  /** Made ready once: from bytes each use of it takes a multiple of the time. */
  key: KeyObject;
}

const version = 1;
const idLength = 8;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + idLength + nonceLength;

/** Derives the sealing key and its name from a master key of 32 bytes, each by HKDF-SHA256 under its own label. */
export function deriveSealingKey(masterKey: Uint8Array): SealingKey {
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `sightline ${label} v${version}`, length));
  return { id: derive('master key id', idLength).toString('hex'), key: createSecretKey(derive('seal', 32)) };
}

/**
 * Seals `value` with AES-256-GCM under a fresh nonce.
 * @returns version (1 byte), key id (8), nonce (12), ciphertext, tag (16).
 */
export function seal(key: SealingKey, record: SealedRecord, value: string): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const header = Buffer.concat([Buffer.of(version), Buffer.from(key.id, 'hex'), nonce]);
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce);
  cipher.setAAD(additionalData(header, record));
  return Buffer.concat([header, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The id of the master key that `sealed` needs. */
export function sealedWith(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, 1 + idLength)).toString('hex');
}

/**
 * Opens what {@link seal} made.
 * @throws {SealError} naming the record, for another key, another record, or a changed byte.
 */
export function open(key: SealingKey, record: SealedRecord, sealed: Uint8Array): string {
  if (sealed.length < headerLength + tagLength) throw new SealError(record, 'it is truncated');
  if (sealed[0] !== version) throw new SealError(record, `its version ${sealed[0] ?? 0} is not supported`);
  if (sealedWith(sealed) !== key.id) throw new SealError(record, 'it was encrypted with another master key');
  const header = sealed.subarray(0, headerLength);
  const decipher = createDecipheriv('aes-256-gcm', key.key, header.subarray(1 + idLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(additionalData(header, record));
  decipher.setAuthTag(sealed.subarray(-tagLength));
  try {
    const value = decipher.update(sealed.subarray(headerLength, -tagLength), undefined, 'utf8');
    return value + decipher.final('utf8');
  } catch {
    // The library's own error says only that the tag does not fit.
    throw new SealError(record, 'it was changed or belongs to another record');
  }
}

function additionalData(header: Uint8Array, record: SealedRecord): Uint8Array {
  const place = JSON.stringify([record.kind, record.id, record.workspaceId]);
  return Buffer.concat([header.subarray(0, 1 + idLength), Buffer.from(place)]);
}
