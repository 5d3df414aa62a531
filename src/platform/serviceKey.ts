import { serviceKeyFormat } from '../base/serviceKeyFormat.ts';
import { unwrap } from './pastedText.ts';
import type { CleanedKey } from './pastedText.ts';
import { counted, t } from '../base/l10n.ts';

/** Characters of a service key: two letters, an underscore and 40 hexadecimal characters. */
export const serviceKeyLength = 43;

/** The only part of a key that is ever shown. */
const displayPrefixLength = 11;

/** Whether `text` is written as a service key is; only the service knows whether it is one. */
export function isServiceKey(text: string): boolean {
  return serviceKeyFormat.test(text);
}

/** The first 11 characters of a service key, with an ellipsis: what may be shown of it. */
export function displayPrefix(key: string): string {
  return `${key.slice(0, displayPrefixLength)}…`;
}

/** Takes the service key out of what was pasted, or says what is wrong with it (KEY-3). */
export function cleanKey(text: string): CleanedKey {
  const key = unwrap(text);
  return serviceKeyFormat.test(key) ? { key } : refusalOf(key);
}

function refusalOf(text: string): CleanedKey {
  return /^(sk-|gsk_|xai-|AIza)/.test(text) && !/\s/.test(text)
    ? { refusal: t('This looks like the key of a provider.'), remedy: { kind: 'setProviderKey' } }
    : { refusal: faultOf(text) };
}

function faultOf(text: string): string {
  if (text === '') return t('There is no key in it.');
  if (/\s/.test(text)) return t('The key has a blank or a line break inside. Copy it again, in one piece.');
  if (/^[0-9A-Fa-f]{40}$/.test(text))
    return t('The prefix is missing: a key starts with two letters and an underscore.');
  const { length } = text;
  if (length !== serviceKeyLength) {
    return counted(
      length,
      'The key has {count} character; a service key has {wanted}.',
      'The key has {count} characters; a service key has {wanted}.',
      { wanted: serviceKeyLength },
    );
  }
  if (!/^[A-Za-z]{2}_/.test(text))
    return t('A key starts with two letters and an underscore; this one does not.');
  const wrong = text.slice(3).search(/[^0-9A-Fa-f]/) + 4;
  return t(
    'Character {wrong} is none of 0–9 and a–f, which is all a key has after its prefix. Copy it again.',
    { wrong: String(wrong) },
  );
}
