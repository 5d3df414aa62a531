/*
 * The words that a person reads, in the language of the editor. What a message says in English is its key; the translations
 * are in `l10n/`. Where nobody gives any, as on the command line, all is English.
 */

/** What stands in place of `{name}` in a message. Numbers are written as the language writes them. */
export type Values = Readonly<Record<string, string | number>>;

/** The messages of one language. */
export interface Translations {
  language: string;
  /** By the English message; the forms of a counted one are parted by `|`, as in its key. */
  texts: Readonly<Record<string, string>>;
}

const english: Translations = { language: 'en', texts: {} };
let current = english;
let plurals: { of: Intl.PluralRules; known: readonly Intl.LDMLPluralRule[] } | undefined;
let numbers: Intl.NumberFormat | undefined;

/** Says in which language messages are from now on; to be called before the first of them is asked for. */
export function useTranslations(translations: Translations = english): void {
  current = translations;
  plurals = undefined;
  numbers = undefined;
}

/** What a page is given, so that it speaks as its host. */
export function translations(): Translations {
  return current;
}

/** The languages that are written from right to left, of those that an editor can have. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(?:ar|dv|fa|he|ps|sd|ug|ur|yi)(?:-|$)/i.test(language) ? 'rtl' : 'ltr';
}

/** A message in the language of the editor. @param message In English, `{name}` where a value stands. */
export function t(message: string, values?: Values): string {
  const text = translated(message);
  return values === undefined ? text : withValues(text, values);
}

/**
 * A message that depends on a number: a language has a form for each of its plurals.
 * @param one In English, for one; `{count}` is the number.
 * @param many In English, for all other numbers.
 */
export function counted(count: number, one: string, many: string, values?: Values): string {
  const key = `${one}|${many}`;
  const text = translated(key);
  const form = text === key ? (count === 1 ? one : many) : formFor(count, text.split('|'));
  return withValues(form, { count, ...values });
}

/** A message some of whose values are no texts, in parts. */
export function tParts<T>(message: string, values: Readonly<Record<string, T>>): (string | T)[] {
  return translated(message)
    .split(/(\{\w+\})/)
    .filter(part => part !== '')
    .map(part => {
      const name = part.slice(1, -1);
      return part.startsWith('{') && name in values ? (values[name] as T) : part;
    });
}

function translated(message: string): string {
  const text: unknown = current.texts[message];
  return typeof text === 'string' && text !== '' ? text : message;
}

function withValues(text: string, values: Values, written = numberText): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? written(value) : (value ?? whole);
  });
}

function numberText(value: number): string {
  numbers ??= new Intl.NumberFormat(current.language, { maximumFractionDigits: 20 });
  return numbers.format(value);
}

/** What makes messages in one language. */
export interface Speech {
  language: () => string;
  t: (message: string, values?: Values) => string;
  counted: (count: number, one: string, many: string, values?: Values) => string;
}

/** Speaks as the editor does. */
export const editorSpeech: Speech = { language: () => current.language, t, counted };

/** Speaks English whatever the editor's language is. */
export const englishSpeech: Speech = {
  language: () => english.language,
  t: (message, values) => (values === undefined ? message : withValues(message, values, String)),
  counted: (count, one, many, values) => withValues(count === 1 ? one : many, { count, ...values }, String),
};

/** What a thread or a process is given at its start, so that it speaks as the one that starts it. */
export interface GivenTranslations {
  translations: Translations;
}

/** Follows {@link GivenTranslations}; says whether there were any. */
export function followTranslations(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || !('translations' in given)) return false;
  useTranslations((given as GivenTranslations).translations);
  return true;
}

const pluralOrder = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The plurals of a language, in the order in which a translation has their forms. */
export function pluralsOf(language: string): Intl.LDMLPluralRule[] {
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return pluralOrder.filter(plural => known.includes(plural));
}

/** The form for a number. Browsers and Node.js differ in how many plurals they know: the last form serves all others. */
function formFor(count: number, forms: readonly string[]): string {
  plurals ??= { of: new Intl.PluralRules(current.language), known: pluralsOf(current.language) };
  const at = plurals.known.indexOf(plurals.of.select(count));
  return forms[Math.min(at, forms.length - 1)] ?? '';
}
