import { describe, expect, test } from 'vitest';
import { collectMessages } from '../../../scripts/collectMessages.ts';
import { manifestTexts, translatedLanguages } from '../../../scripts/manifestTexts.ts';
import { englishBundle, readBundle } from '../../../scripts/messages.ts';
import { formFaults } from '../../support/l10n/formFaults.ts';

const english = englishBundle();
const bundles = new Map(
  await Promise.all(
    translatedLanguages().map(async language => [language, await readBundle(language)] as const),
  ),
);

test('every message is written where it is used, so that it can be found', () => {
  expect(collectMessages().unreadable).toEqual([]);
});

test('every message gets the values that it names, and no others', () => {
  expect(collectMessages().misnamed).toEqual([]);
});

test('l10n/bundle.l10n.json has every message: npm run l10n writes it', async () => {
  expect(await readBundle()).toEqual(english);
});

describe.each([...bundles])('%s', (language, bundle) => {
  test('has every message, and none that is left over', () => {
    expect(Object.keys(bundle).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test('has each message in its form', () => {
    const faults = Object.entries(bundle).flatMap(([key, text]) =>
      formFaults(key, text, language).map(fault => `${key} → ${text}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test('names commands as the Command Palette does', () => {
    const [from, to] = [manifestTexts(), manifestTexts(language)];
    const title = (words: string): string | undefined => {
      const key = Object.keys(from).find(
        name => name.startsWith('command.') && from[name]?.replace(/…$/, '') === words.replace(/…$/, ''),
      );
      return key === undefined ? undefined : to[key]?.replace(/…$/, '');
    };
    for (const [message, text] of Object.entries(bundle))
      for (const [, words = ''] of message.matchAll(/“Sightline: ([^”]+)”/g)) {
        expect(title(words), words).toBeDefined();
        expect(text, message).toContain(`Sightline: ${title(words) ?? ''}`);
      }
  });
});

test('German is formal, and quotes as German does', () => {
  for (const [message, text] of Object.entries(bundles.get('de') ?? {})) {
    expect(text, message).not.toMatch(/\b(?:du|dich|dir|dein\w*|bitte)\b/i);
    expect(text, message).not.toMatch(/“[^“”]*”|'/);
    if (!message.includes('{"')) expect(text, message).not.toContain('"');
  }
});
