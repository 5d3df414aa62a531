import { expect, test } from 'vitest';
import { redact } from '../../../src/base/redact.ts';

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
