import { columnNodesOf } from '../../../schema/columns.ts';
import { typesOf, type SchemaNode } from '../../../schema/schemaNode.ts';
import type { ColumnType } from './columnType.ts';

/** The types of the answers' columns by their schema, one for each of its columns; JSON where it leaves the type open. */
export function answerTypes(schema: SchemaNode): ColumnType[] {
  return columnNodesOf(schema).map(({ node, items }) => {
    if (!typesOf(node).includes('array')) return scalarType(node) ?? 'json';
    const item = isOnly(node, 'array') && items !== undefined ? scalarType(items) : undefined;
    return item === undefined ? 'json' : { list: item };
  });
}

function scalarType(node: SchemaNode): ColumnType | undefined {
  if (isOnly(node, 'string') || isChoiceOfTexts(node)) return 'text';
  if (isOnly(node, 'boolean')) return 'boolean';
  if (isOnly(node, 'integer')) return 'int64';
  return isOnly(node, 'number', 'integer') ? 'double' : undefined;
}

/** Whether a node names types, and besides `null` none but these. */
function isOnly(node: SchemaNode, ...types: readonly string[]): boolean {
  const own = typesOf(node).filter(type => type !== 'null');
  return own.length > 0 && own.every(type => types.includes(type));
}

function isChoiceOfTexts(node: SchemaNode): boolean {
  const { enum: choices } = node;
  if (typesOf(node).length > 0 || !Array.isArray(choices)) return false;
  return choices.every(one => typeof one === 'string' || one === null);
}
