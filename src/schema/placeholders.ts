import {
  admitsNull,
  choicesOf,
  isNode,
  propertiesOf,
  requiredOf,
  resolved,
  type SchemaNode,
} from './schemaNode.ts';

/**
 * An answer without the `null`s that only stand for "left out", as strict mode makes models write optional properties
 * (see `strictSchema`): those of properties that may be absent but not `null`.
 */
export function withoutPlaceholders(answer: unknown, schema: SchemaNode): unknown {
  return cleaned(answer, schema, schema);
}

function cleaned(value: unknown, node: unknown, root: SchemaNode): unknown {
  const part = resolved(root, node);
  if (part === undefined) return value;
  const fitted = (choicesOf(part) ?? []).reduce((so, choice) => cleaned(so, choice, root), value);
  if (Array.isArray(fitted)) return fitted.map(item => cleaned(item, part.items, root));
  if (!isNode(fitted)) return fitted;
  const parts = new Map(propertiesOf(part));
  const required = requiredOf(part);
  const isPlaceholder = (name: string, entry: unknown): boolean =>
    entry === null && parts.has(name) && !required.has(name) && !admitsNull(root, parts.get(name));
  return Object.fromEntries(
    Object.entries(fitted)
      .filter(([name, entry]) => !isPlaceholder(name, entry))
      .map(([name, entry]) => [name, cleaned(entry, parts.get(name), root)]),
  );
}
