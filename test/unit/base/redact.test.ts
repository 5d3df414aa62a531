import { describe, expect, test } from 'vitest';
import { redact, redactCut, redactExact, SecretFilter } from '../../../src/base/redact.ts';
import { canaryKeys, echoes, tellingParts } from '../../support/echoedKeys.ts';

const hex = '0123456789abcdef0123456789abcdef01234567';
const canary = 'CANARYvalue99';

test.each([
  [`key ul_${hex} used`, 'key ul_01234567… used'],
  [`"sl_${hex}"`, '"sl_01234567…"'],
  [`sightline_ul_${hex}0`, 'sightline_ul_01234567…'],
  [`cut: ul_${hex.slice(0, 39)}`, 'cut: ul_01234567…'],
])('of a service key only the display prefix stays: %s', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  `Incorrect API key provided: sk-proj-${canary}_x.`,
  `gsk_${canary} and xai-${canary}`,
  `AIza${canary}`,
  `Authorization: Bearer ${canary}`,
  `Authorization: Token ${canary}, ${canary}`,
  `{"authorization":"Basic ${canary}"}`,
  `{\\"authorization\\":\\"Bearer ${canary}\\"}`,
  `sent Bearer ${canary} twice: bearer  ${canary}`,
  `api-key: ${canary}`,
  `X-Api-Key=${canary}`,
  `x-goog-api-key: '${canary}'`,
  `{"apiKey": "${canary}", "model": "m"}`,
  `OPENAI_API_KEY=${canary}`,
  `Cookie: session=${canary}; other=${canary}`,
  `GET https://host.example/v1/models?alt=json&key=${canary}#top`,
  `https://host.example/?access_token=${canary}&x=1`,
  `https://someone:${canary}@host.example/v1`,
  `https://someone:p@${canary}@host.example/v1`,
])('nothing of the secret stays: %s', text => {
  const once = redact(text);
  expect(once).not.toContain(canary);
  expect(once).toContain('…');
  expect(redact(once)).toBe(once);
});

test('the rest of the line stays readable', () => {
  expect(redact(`GET https://host.example/models?key=${canary}&page=2 answered 401`)).toBe(
    'GET https://host.example/models?key=…&page=2 answered 401',
  );
  const plain =
    'The task-management page of https://host.example/a@b says: 3 tokens, max_tokens: 100, risk-free.';
  expect(redact(plain)).toBe(plain);
});

test('exact secrets go, in every spelling; a short one tears no words apart', () => {
  const odd = 'p"a/s s%1';
  const text = `${odd} ${JSON.stringify({ odd })} ?q=${encodeURIComponent(odd)}`;
  expect(redact(text, odd)).toBe('… {"odd":"…"} ?q=…');
  expect(redact('longSecretPart and longSecret', 'longSecret', 'longSecretPart', undefined, '')).toBe(
    '… and …',
  );
  expect(redact('exact text', 'x')).toBe('exact text');
});

test('pictures are shortened', () => {
  const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(40)}==`;
  const line = redact(`{"image_url":"${picture}"}`);
  expect(line).toBe(`{"image_url":"data:image/png;base64,iVBORw0KGgoi… (${picture.length} characters)"}`);
  expect(redact('A'.repeat(5000)).length).toBeLessThan(80);
});

describe('KEY-8: a known secret goes in every spelling', () => {
  const cases = Object.entries(canaryKeys).flatMap(([form, key]) =>
    Object.keys(echoes).map(way => [form, way, key] as const),
  );
  test.each(cases)('%s, %s', (_form, way, key) => {
    const { body, traces } = echoes[way]?.(key) ?? { body: '', traces: [] };
    const seen = redactCut(body, key);
    for (const part of [...tellingParts(key), ...traces]) expect(seen).not.toContain(part);
    expect(seen.replace(/[\s=]+/g, '')).not.toContain(key.slice(0, 14));
    expect(redactCut(seen, key)).toBe(seen);
  });

  test('half of a long one is too much, and so is the beginning of one where the text was cut', () => {
    const key = canaryKeys['Azure'] ?? '';
    expect(redact(`unknown key ${key.slice(0, 20)}... given`, key)).toBe('unknown key …... given');
    expect(redact(`ends with ${key.slice(10)}, it says`, key)).toBe('ends with …, it says');
    expect(redactCut(`no key ${key.slice(0, 9)}`, key)).toBe('no key …');
  });

  test('hexadecimal digits, bytes and tags do not hide it', () => {
    const key = canaryKeys['a name and digits'] ?? '';
    expect(redact(`<b>${key.slice(0, 9)}<wbr>${key.slice(9)}</b>`, key)).toBe('<b>…</b>');
    expect(redact(Buffer.from(key).toString('hex'), key)).toBe('…');
    expect(redact(JSON.stringify(Buffer.from(key)), key)).toBe('{"type":"Buffer","data":[…]}');
    expect(redact(`${key.slice(0, 9)}&shy;&#x${key.charCodeAt(9).toString(16)};${key.slice(10)}`, key)).toBe(
      '…',
    );
  });

  test('a picture in lines of 76 characters is shortened', () => {
    const lines = Buffer.from('picture'.repeat(200))
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n');
    for (const text of [lines, lines.replaceAll('\r\n', '\\r\\n'), lines.replaceAll('\r\n', '\n    ')])
      expect(redact(`sent: ${text} twice`).length).toBeLessThan(100);
  });
});

test('W17: a secret goes from a text that comes in pieces, wherever it is split', () => {
  for (const key of Object.values(canaryKeys)) {
    const text = `The key is ${key}, c4n, and ${Buffer.from(`:${key}`).toString('base64')}.`;
    for (const size of [1, 2, 3, 7, 1000]) {
      const filter = new SecretFilter(key);
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const seen = pieces.map(piece => filter.push(piece)).join('') + filter.end();
      for (const part of tellingParts(key)) expect(seen).not.toContain(part);
      expect(seen).toMatch(/^The key is ….*, c4n, and .*…/);
    }
  }
});

test('W17: a word that a local server takes for a key stays in an answer, and goes from an error only by itself', () => {
  expect(redactExact('Start lm-studio.', 'lm-studio')).toBe('Start lm-studio.');
  expect(redact('key lm-studio of lm-studio-community', 'lm-studio')).toBe('key … of lm-studio-community');
});

test.each([
  'etc/passwd: no picture',
  'C:\\keys\\secret: img001.png is damaged',
  'top secret: not a picture',
  'password: must not be empty',
  'Bearer token is missing',
  'Bearer authentication is required',
  'authorization: you may not use this model',
  'hf_hub_download of sk-learn-examples failed',
  'my-secret: 12 pictures',
])('W26: what only reads like a secret stays: %s', text => {
  expect(redact(text)).toBe(text);
});

test.each([
  `passwd="${canary}"`,
  `passwd: ${canary}`,
  `PASSWORD=hunter`,
  `secret: '${canary}'`,
  `/etc/app/password=${canary}`,
  `authorization: ${canary}`,
  `Authorization: Basic QWxhZGRpbjpvcGVu`,
])('W26: what is one goes: %s', text => {
  expect(redact(text)).not.toMatch(/CANARY|hunter|QWx/);
});
