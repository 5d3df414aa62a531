/**
 * Limits of strict mode, from OpenAI's guide to structured outputs ("Supported schemas"): properties in all, levels of
 * nesting, values of all `enum`s, and characters of the names and values together.
 */
export const strictLimits = { properties: 5000, depth: 10, enumValues: 1000, characters: 120_000 } as const;

/** Of a single `enum`: one with more values than this must keep to so many characters in all. */
const longEnum = { values: 250, characters: 15_000 } as const;

/** Whether a list of values can go out as one `enum`; a longer one is told in words and checked afterwards. */
export function fitsAsEnum(values: readonly unknown[]): boolean {
  if (values.length > strictLimits.enumValues) return false;
  return values.length <= longEnum.values || values.join('').length <= longEnum.characters;
}
