import { visibleLines } from '../../base/visibleText.ts';

/** Breaks a mark in two without being seen: WORD JOINER. */
const joiner = '\u2060';

/**
 * Text in which nothing has a meaning to the editor: no `[link](command:…)`, which a notification makes clickable, no
 * `$(icon)`, and no invisible characters. It looks the same, save that invisible characters are spelled out. Lines and
 * tabs stay. Made inert twice it is the same.
 */
export function inertText(text: string): string {
  return visibleLines(text.replaceAll(`${joiner}(`, '('))
    .replaceAll('](', `]${joiner}(`)
    .replaceAll('$(', `$${joiner}(`);
}

/** The object with each of its texts inert that `names` says; what is not there stays away. */
export function withInert<T extends object>(object: T, names: readonly string[]): T {
  const inert = Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    names.includes(name) && typeof value === 'string' ? [[name, inertText(value)]] : [],
  );
  return { ...object, ...Object.fromEntries(inert) } as T;
}
