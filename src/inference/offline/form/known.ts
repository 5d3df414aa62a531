import type { Box } from '../../../recognition/findings.ts';

/** What is known of a field, in each way in which a form may ask for it. */
export interface Known {
  /** Of which as many are said as fit. */
  sentences?: readonly string[];
  /** Words that mean the same. */
  words?: readonly string[];
  /** For a list of texts, or one text with commas. */
  list?: readonly string[];
  /** Joined by line breaks, where one text is asked for. */
  lines?: readonly string[];
  number?: number;
  flag?: boolean;
  /** One entry for each, by the names of its fields. */
  each?: readonly Knows[];
  /** One entry for each kind of thing, for a list whose entries have a count. */
  kinds?: readonly Knows[];
  /** Pixels of the upright original. */
  box?: Box;
}

/** What is known of a field of a form, by its name; `undefined`: nothing. */
export type Knows = (field: string) => Known | undefined;

/** A field's name without its spelling: `main_colours` and `mainColours` are one. */
export function plainName(field: string): string {
  return field
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The same value for several names. */
export function namesFor<T>(value: T, ...names: string[]): Record<string, T> {
  return Object.fromEntries(names.map(name => [name, value]));
}
