import { expect, test } from 'vitest';
import { deriveSealingKey, open, seal } from '../../src/service/seal/seal.ts';
import type { SealedRecord } from '../../src/service/seal/sealedRecord.ts';
import { SealError } from '../../src/service/seal/sealError.ts';

const key = deriveSealingKey(Buffer.alloc(32, 7));
const record: SealedRecord = { kind: 'service key', id: 'key_1', workspaceId: 'workspace_1' };
const secret = 'sl_0123456789abcdef0123456789abcdef01234567';

test('what is sealed opens again, also an empty text and one with umlauts', () => {
  for (const value of [secret, '', 'Schlüssel 🔑'])
    expect(open(key, record, seal(key, record, value))).toBe(value);
});

test('the layout is fixed: a sealed value of an earlier release opens', () => {
  // Made once with version 1: version, key id, nonce, ciphertext, tag.
  const sealed = Buffer.from(
    '014020b34bb88b095856a8f4a7dad30adf1c3ebbccba23dd469ed608892212dc3ccbc480e8749387' +
      '3842ed2aaf46ecf9e630df2fa2d66e1ce9777b14d37fd2a29eec43f73263645c8fac572d182afa75',
    'hex',
  );
  expect(open(key, record, sealed)).toBe(secret);
});

test('two seals of one value have nothing in common but the header', () => {
  const [one, two] = [seal(key, record, secret), seal(key, record, secret)].map(bytes => Buffer.from(bytes));
  expect(one?.subarray(0, 9)).toEqual(two?.subarray(0, 9));
  expect(one?.subarray(9, 21)).not.toEqual(two?.subarray(9, 21));
  expect(one?.subarray(21)).not.toEqual(two?.subarray(21));
});

test('no changed byte goes unnoticed', () => {
  const sealed = seal(key, record, secret);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(key, record, changed), `byte ${at}`).toThrow(SealError);
  }
});

test.each<[string, SealedRecord]>([
  ['another record', { ...record, id: 'key_2' }],
  ['another workspace', { ...record, workspaceId: 'workspace_2' }],
  ['another kind', { ...record, kind: 'worker key' }],
])('a value moved to %s does not open', (_what, place) => {
  expect(() => open(key, place, seal(key, record, secret))).toThrow(SealError);
});

test('another master key does not open it; the error names the record and nothing of the value', () => {
  const other = deriveSealingKey(Buffer.alloc(32, 8));
  expect(() => open(other, record, seal(key, record, secret))).toThrow(
    'The service key of record key_1 cannot be decrypted: it was encrypted with another master key.',
  );
});

test('a value that was cut short is reported, not read past its end', () => {
  const sealed = seal(key, record, secret);
  for (const length of [0, 1, 20, 36])
    expect(() => open(key, record, sealed.subarray(0, length))).toThrow(SealError);
});
