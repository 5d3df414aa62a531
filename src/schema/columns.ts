import { choicesOf, isNode, propertiesOf, resolved, typesOf, type SchemaNode } from './schemaNode.ts';

/** Objects within objects become columns of their own down to this level; what lies deeper stays in one. */
const deepest = 3;

/** The columns of answers by a schema, in its order; `size.width` for what lies in an object. Lists are one column. */
export function columnsOf(schema: SchemaNode): string[] {
  return pathsOf(schema).map(path => path.join('.'));
}

/** The values of an answer, one for each of the {@link columnsOf}; `undefined` where it has none. */
export function columnValuesOf(schema: SchemaNode, answer: Record<string, unknown>): unknown[] {
  return pathsOf(schema).map(path =>
    path.reduce<unknown>(
      (value, name) => (isNode(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      answer,
    ),
  );
}

/** The values of an answer as text, one for each of the {@link columnsOf}. */
export function cellsOf(schema: SchemaNode, answer: Record<string, unknown>): string[] {
  return columnValuesOf(schema, answer).map(cellText);
}

/** A value as the text of a cell: `a, b` for a list, `name: dog, count: 2` for an object, nothing for what is absent. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.map(cellText).join(value.some(item => isNode(item) || Array.isArray(item)) ? '; ' : ', ');
  if (!isNode(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${cellText(part)}`)
    .join(', ');
}

/** What a schema says of one of its {@link columnsOf}, and where it is a list, of what is in it; references are followed. */
export interface ColumnNode {
  node: SchemaNode;
  items?: SchemaNode;
}

/** What a schema says of each of its {@link columnsOf}. */
export function columnNodesOf(schema: SchemaNode): ColumnNode[] {
  return placesOf(schema).map(({ node }) => {
    const own = withoutNull(schema, node);
    return { node: own, ...(isNode(own.items) ? { items: withoutNull(schema, own.items) } : {}) };
  });
}

function pathsOf(schema: SchemaNode): string[][] {
  return placesOf(schema).map(({ path }) => path);
}

function placesOf(schema: SchemaNode): { path: string[]; node: unknown }[] {
  const below = (node: unknown, path: string[]): { path: string[]; node: unknown }[] => {
    const properties = path.length < deepest ? propertiesOf(objectIn(schema, node)) : [];
    if (properties.length === 0) return path.length === 0 ? [] : [{ path, node }];
    return properties.flatMap(([name, part]) => below(part, [...path, name]));
  };
  return below(schema, []);
}

/** The object that a node describes, where it is one, or one or nothing. */
function objectIn(schema: SchemaNode, node: unknown): SchemaNode {
  const own = withoutNull(schema, node);
  return typesOf(own).includes('array') ? {} : own;
}

/** A node, or of one that is a choice between `null` and something, that. */
function withoutNull(schema: SchemaNode, node: unknown): SchemaNode {
  const part = resolved(schema, node) ?? {};
  const choices = (choicesOf(part) ?? [])
    .map(choice => resolved(schema, choice) ?? {})
    .filter(choice => typesOf(choice).join() !== 'null');
  return choices.length === 1 && choices[0] !== undefined ? choices[0] : part;
}
