import { afterEach, expect, test } from 'vitest';
import { counted, directionOf, pluralsOf, t, tParts, useTranslations } from '../../../src/base/l10n.ts';

afterEach(() => useTranslations());

test('without translations a message says what it says in English', () => {
  expect(t('Add {name}', { name: 'a.png' })).toBe('Add a.png');
  expect(t('{count} pending', { count: 12_345 })).toBe('12,345 pending');
  expect(counted(1, '{count} image', '{count} images')).toBe('1 image');
  expect(counted(0, '{count} image', '{count} images')).toBe('0 images');
  expect(t('{selection} stays where it has no value')).toBe('{selection} stays where it has no value');
});

test('a translation takes the place of a message; what has none is English', () => {
  useTranslations({
    language: 'de',
    texts: {
      'Add {name}': '{name} hinzufügen',
      '{count} image|{count} images': '{count} Bild|{count} Bilder',
      Empty: '',
    },
  });
  expect(t('Add {name}', { name: '{name} $& <b>' })).toBe('{name} $& <b> hinzufügen');
  expect(counted(1, '{count} image', '{count} images')).toBe('1 Bild');
  expect(counted(12_345, '{count} image', '{count} images')).toBe('12.345 Bilder');
  expect([t('Other'), t('Empty'), t('constructor')]).toEqual(['Other', 'Empty', 'constructor']);
  expect(counted(2, '{count} row', '{count} rows')).toBe('2 rows');
});

test('each plural of a language has its form, and a form too few is no gap', () => {
  const key = '{count} image|{count} images';
  useTranslations({ language: 'he', texts: { [key]: 'one|two|other' } });
  expect(pluralsOf('he')).toEqual(['one', 'two', 'other']);
  expect([1, 2, 3].map(count => counted(count, '{count} image', '{count} images'))).toEqual([
    'one',
    'two',
    'other',
  ]);
  useTranslations({ language: 'ar', texts: { [key]: 'zero|one|two' } });
  expect([0, 1, 2, 3, 11, 100].map(count => counted(count, '{count} image', '{count} images'))).toEqual([
    ...['zero', 'one', 'two', 'two', 'two', 'two'],
  ]);
});

test('values that are no texts come in parts, where the language has them', () => {
  useTranslations({ language: 'de', texts: { 'About {name}.': '{name} wird gefragt.' } });
  expect(tParts('About {name}.', { name: 1 })).toEqual([1, ' wird gefragt.']);
});

test('Arabic, Hebrew and Persian are written from right to left', () => {
  expect(['ar', 'he', 'fa-IR', 'de', 'en', 'arn'].map(directionOf)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'ltr',
  ]);
});
