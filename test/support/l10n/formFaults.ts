import { pluralsOf } from '../../../src/base/l10n.ts';

/** How much longer than English a translation may be: short words grow more than sentences. */
const mostGrowth = { times: 2.2, letters: 12 };

/** What of a message every translation has as it is: values, code, links' targets, keys of the keyboard and addresses. */
const fixed: readonly RegExp[] = [
  /`[^`]+`/g,
  /\]\([^)]+\)/g,
  /https?:\/\/[a-z\d][^\s`"')]*[^\s`"').,;]/g,
  /#\w+Image\w*/g,
  /\bsightline\.[\w.]+\w/g,
  /\b[\w-]+\.(?:json|ya?ml|md)\b/g,
];

/** What is wrong with the form of a translation; whether it means the same, only people know. */
export function formFaults(english: string, translation: string, language: string): string[] {
  const forms = english.split('|');
  if (forms.length !== 2) return textFaults(english, translation);
  const plurals = pluralsOf(language);
  const translated = translation.split('|');
  if (translated.length !== plurals.length) return [`has not the ${plurals.length} forms of its language`];
  const many = forms.at(-1) ?? '';
  return translated.flatMap(form => textFaults(many, form));
}

function textFaults(english: string, translation: string): string[] {
  return [
    ...fault(same(values(english), values(translation)), 'has other values'),
    ...fixed.flatMap(pattern =>
      fault(same(all(pattern, english), all(pattern, translation)), `lacks or adds ${pattern.source}`),
    ),
    ...fault(/^\s*/.exec(english)?.[0] === /^\s*/.exec(translation)?.[0], 'begins with other spaces'),
    ...fault(/\s*$/.exec(english)?.[0] === /\s*$/.exec(translation)?.[0], 'ends with other spaces'),
    ...fault(english.endsWith('…') === translation.endsWith('…'), 'has or lacks the dots of what asks more'),
    ...fault(english.endsWith(':') === translation.endsWith(':'), 'has or lacks a colon at its end'),
    ...fault(lines(english) === lines(translation), 'has other lines'),
    ...fault(translation.length <= english.length * mostGrowth.times + mostGrowth.letters, 'is too long'),
    ...fault(
      translation !== '' && !/[<>\t\u202a-\u202e\u2066-\u2069]/.test(translation),
      'has marks of its own',
    ),
  ];
}

const values = (text: string): string[] => all(/\{\w+\}/g, text);
const lines = (text: string): number => text.split('\n').length;

function all(pattern: RegExp, text: string): string[] {
  return (text.match(pattern) ?? []).sort();
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...new Set(one)]) === JSON.stringify([...new Set(other)]);
}

function fault(isWell: boolean, words: string): string[] {
  return isWell ? [] : [words];
}
