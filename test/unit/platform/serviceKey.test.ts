import { describe, expect, test } from 'vitest';
import { cleanProviderKey } from '../../../src/platform/providerKey.ts';
import { cleanKey, displayPrefix, isServiceKey } from '../../../src/platform/serviceKey.ts';

const hex = '0123456789abcdefABCDEF012345678901234567';
const key = `ul_${hex}`;

describe('KEY-3: what people paste along with a key falls away', () => {
  test.each([
    ['as it is', key],
    ['a trailing CR LF', `${key}\r\n`],
    ['leading and trailing blanks', `  \t${key}  `],
    ['no-break spaces', `\u00A0${key}\u00A0`],
    ['"…"', `"${key}"`],
    ["'…'", `'${key}'`],
    ['backticks', `\`${key}\``],
    ['curly quotes', `“${key}”`],
    ['quotes with blanks in and out', ` " ${key} " `],
    ['U+200B at the end', `${key}\u200B`],
    ['a byte order mark at the start', `\uFEFF${key}`],
    ['a zero-width joiner inside', `${key.slice(0, 20)}\u200D${key.slice(20)}`],
    ['Bearer', `Bearer ${key}`],
    ['bearer in quotes', `"bearer  ${key}"`],
    ['a whole header', `Authorization: Bearer ${key}\r\n`],
  ])('%s', (_name, pasted) => {
    expect(cleanKey(pasted)).toEqual({ key });
    expect(key).toHaveLength(43);
  });

  test('any two letters are a prefix, and no character is changed', () => {
    expect(cleanKey(`SL_${hex}`)).toEqual({ key: `SL_${hex}` });
  });
});

describe('KEY-3: a malformed key is refused with a reason that does not repeat it', () => {
  test.each([
    ['nothing', '', 'no key'],
    ['only blanks and quotes', ' "" \r\n', 'no key'],
    ['42 characters', key.slice(0, -1), 'has 42 characters; a service key has 43'],
    ['44 characters', `${key}0`, 'has 44 characters; a service key has 43'],
    ['a blank in the middle', `${key.slice(0, 20)} ${key.slice(21)}`, 'blank or a line break inside'],
    ['a line break in the middle', `${key.slice(0, 20)}\r\n${key.slice(20)}`, 'blank or a line break inside'],
    ['a letter that is not hexadecimal', `${key.slice(0, 20)}g${key.slice(21)}`, 'Character 21 is none of'],
    ['no prefix', hex, 'prefix is missing'],
    ['a prefix with a digit', `u1_${hex}`, 'two letters and an underscore'],
    ['a hyphen for the underscore', `ul-${hex}`, 'two letters and an underscore'],
    ['a provider’s key', `sk-${hex}`, 'key of a provider'],
    ['two keys', `${key}${key}`, 'has 86 characters'],
    ['one character', 'u', 'has 1 character;'],
  ])('%s', (_name, pasted, reason) => {
    const { refusal } = cleanKey(pasted);
    expect(refusal).toContain(reason);
    expect(refusal).not.toContain(hex.slice(0, 4));
    expect(refusal).not.toContain(hex.slice(-4));
  });
});

test('KEY-3: a provider’s key is cleaned alike, has no format, and is never a service key', () => {
  for (const pasted of [
    'sk-any_thing.1',
    ' "sk-any_thing.1"\r\n',
    'Bearer sk-any_thing.1',
    'sk-any_thing.1\u200B',
  ]) {
    expect(cleanProviderKey(pasted)).toEqual({ key: 'sk-any_thing.1' });
  }
  for (const pasted of ['', ' \n', 'sk-one two', 'sk-ключ', 'undefined', 'Bearer null', key]) {
    const { refusal } = cleanProviderKey(pasted);
    expect(refusal).toMatch(/^.{10,}$/);
    if (pasted.trim() !== '') expect(refusal).not.toContain(pasted);
  }
});

test('of a key its first 11 characters are shown', () => {
  expect(displayPrefix(key)).toBe('ul_01234567…');
  expect(isServiceKey(key)).toBe(true);
  expect(isServiceKey(`${key} `)).toBe(false);
});
