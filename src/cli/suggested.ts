import type { Argument, Option } from '@commander-js/extra-typings';

const suggestions = new WeakMap<object, readonly string[]>();

/** Names values of an option or an argument that completion offers, where others are allowed as well. */
export function suggesting<Definition extends Option | Argument>(
  definition: Definition,
  values: readonly string[],
): Definition {
  suggestions.set(definition, values);
  return definition;
}

/** What {@link suggesting} has named. */
export function suggestionsOf(definition: object): readonly string[] {
  return suggestions.get(definition) ?? [];
}
