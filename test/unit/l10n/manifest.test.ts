import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyIn, manifestTexts, readManifest, translatedLanguages } from '../../../scripts/manifestTexts.ts';
import { formFaults } from '../../support/l10n/formFaults.ts';

const english = manifestTexts();
const raw = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: object };

/** Every text of the manifest with the names that lead to it. */
function texts(value: unknown, place: string[] = []): { place: string[]; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => texts(member, [...place, name]));
}

interface Manifest {
  contributes: { commands: { command: string; title: string; category: string }[] };
}

test('every key of the manifest has its words, and no words are left over', () => {
  const used = texts(raw).flatMap(({ text }) => keyIn(text) ?? []);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(english).toSorted());
});

test('what a person reads of the manifest is never written in it, save names', () => {
  const read =
    /^(?:title|category|displayName|description|markdownDescription|contextualTitle|contents|userDescription|altText|label|name|\d+)$/;
  const names = new Set(['Sightline', 'Sightline Service', 'Sightline Text']);
  const plain = texts(raw.contributes).filter(
    ({ place, text }) =>
      read.test(place.at(-1) ?? '') &&
      /[A-Z].* |[a-z] [a-z]/.test(text) &&
      !place.includes('inputSchema') &&
      !names.has(text) &&
      keyIn(text) === undefined,
  );
  // The prompts of agents and models stay English.
  expect(plain.map(({ place }) => place.join('.'))).toEqual([]);
});

describe.each(translatedLanguages())('%s', language => {
  const translated = manifestTexts(language);

  test('has every text, and no other', () => {
    expect(Object.keys(translated)).toEqual(Object.keys(english));
  });

  test('has each text in its form', () => {
    const faults = Object.entries(english).flatMap(([key, text]) =>
      formFaults(text, translated[key] ?? '', language).map(fault => `${key} ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test('calls commands in links by their titles', () => {
    const { contributes } = readManifest(language) as Manifest;
    const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
    for (const [key, text] of Object.entries(translated))
      for (const [, words = '', command = ''] of text.matchAll(/\[([^\]]+)\]\(command:(sightline\.\w+)\)/g))
        expect(words.replace(/^Sightline: /, '').replace(/…$/, ''), key).toBe(
          titles.get(command)?.replace(/…$/, ''),
        );
  });

  test('gives no two commands of the Command Palette the same name', () => {
    const palette = (all: Manifest): string[] => all.contributes.commands.map(({ title }) => title);
    const distinct = (titles: readonly string[]): number => new Set(titles).size;
    expect(distinct(palette(readManifest(language) as Manifest))).toBeGreaterThanOrEqual(
      distinct(palette(readManifest() as Manifest)),
    );
  });
});

test('German is formal, and quotes as German does', () => {
  for (const [key, text] of Object.entries(manifestTexts('de'))) {
    expect(text, key).not.toMatch(/\b(?:du|dich|dir|dein\w*|Bitte|bitte)\b/);
    expect(text.replaceAll(/`[^`]*`/g, ''), key).not.toMatch(/["“][^“]*”/);
  }
});
