import { fitsAsEnum, strictLimits } from './strictLimits.ts';
import {
  choicesOf,
  isNode,
  propertiesOf,
  requiredOf,
  resolved,
  typesOf,
  type SchemaNode,
} from './schemaNode.ts';
import { strictScalar } from './strictScalar.ts';

/** Something that strict mode cannot express, and that a model must be told whole. */
class Unfit extends Error {}

/**
 * A copy of a schema that keeps the rules of OpenAI's strict mode: every object names all its properties as required and
 * takes no others, and only its keywords are used. Nothing is lost by it, for every answer is checked against the schema
 * itself afterwards:
 *
 * - an object that says nothing of other properties takes none;
 * - an optional property is required and may be `null`, which stands for "left out": `withoutPlaceholders` reads it so;
 * - limits that strict mode does not know (`maxLength`, `uniqueItems`) go into the description, in words;
 * - an `enum` beyond its limits is left out.
 *
 * @returns `undefined` where that is not possible: for open objects, conditions, tuples, references to elsewhere, and
 * what is larger than its limits. Such a schema goes out as it is, without `strict`.
 */
export function strictSchema(schema: SchemaNode): SchemaNode | undefined {
  const size = { properties: 0, enumValues: 0, characters: 0 };
  const root = resolved(schema, schema);
  if (root === undefined || !typesOf(root).includes('object') || choicesOf(root)) return undefined;
  try {
    const definitions = Object.entries({ ...nodes(schema.$defs), ...nodes(schema.definitions) });
    const copy = convert(root, size, 0);
    const $defs = Object.fromEntries(definitions.map(([name, node]) => [name, convert(node, size, 1)]));
    size.characters += definitions.reduce((sum, [name]) => sum + name.length, 0);
    if (size.properties > strictLimits.properties || size.characters > strictLimits.characters)
      return undefined;
    return { ...copy, type: 'object', ...(definitions.length > 0 ? { $defs } : {}) };
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

/** What has been used up of strict mode's limits. */
interface Size {
  properties: number;
  enumValues: number;
  characters: number;
}

/** What changes the meaning of a schema in a way that cannot be said otherwise. */
const unfitKeywords = [
  ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies', 'propertyNames'],
  ...['patternProperties', 'prefixItems', 'additionalItems', 'contains', '$dynamicRef', '$recursiveRef'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
];

function convert(node: unknown, size: Size, depth: number): SchemaNode {
  if (!isNode(node) || depth > strictLimits.depth || unfitKeywords.some(keyword => keyword in node))
    throw new Unfit();
  if (node.$ref !== undefined) return { $ref: definition(node.$ref) };
  // Generators write `allOf` around a reference, to give it a description.
  if (Array.isArray(node.allOf)) {
    if (node.allOf.length !== 1 || 'type' in node || 'properties' in node) throw new Unfit();
    return convert(node.allOf[0], size, depth + 1);
  }
  const choices = choicesOf(node);
  if (choices !== undefined) {
    if ('type' in node || 'properties' in node || 'enum' in node) throw new Unfit();
    return { ...description(node), anyOf: choices.map(one => convert(one, size, depth + 1)) };
  }
  const types = impliedTypes(node);
  if (types.length === 0) throw new Unfit();
  return {
    ...strictScalar(node, types),
    type: types.length === 1 ? types[0] : types,
    ...values(node, size),
    ...(types.includes('object') ? object(node, size, depth) : {}),
    ...(types.includes('array') ? { items: convert(node.items, size, depth + 1) } : {}),
  };
}

function object(node: SchemaNode, size: Size, depth: number): SchemaNode {
  const properties = propertiesOf(node);
  const required = requiredOf(node);
  const names = properties.map(([name]) => name);
  const isOpen = node.additionalProperties !== undefined && node.additionalProperties !== false;
  if (isOpen || names.length === 0 || [...required].some(name => !names.includes(name))) throw new Unfit();
  size.properties += names.length;
  size.characters += names.join('').length;
  return {
    properties: Object.fromEntries(
      properties.map(([name, part]) => {
        const copy = convert(part, size, depth + 1);
        return [name, required.has(name) ? copy : nullable(copy)];
      }),
    ),
    required: names,
    additionalProperties: false,
  };
}

/** The `enum` of a node, or its one value, where the limits allow it. */
function values(node: SchemaNode, size: Size): SchemaNode {
  const all: unknown = 'const' in node ? [node.const] : node.enum;
  if (!Array.isArray(all)) return {};
  if (!fitsAsEnum(all) || size.enumValues + all.length > strictLimits.enumValues) return {};
  size.enumValues += all.length;
  size.characters += all.join('').length;
  return { enum: all as unknown[] };
}

function nullable(node: SchemaNode): SchemaNode {
  if (Array.isArray(node.anyOf)) return { ...node, anyOf: [...(node.anyOf as unknown[]), { type: 'null' }] };
  const types = typesOf(node);
  if (types.length === 0) return { anyOf: [node, { type: 'null' }] };
  if (types.includes('null')) return node;
  return {
    ...node,
    type: [...types, 'null'],
    ...(Array.isArray(node.enum) ? { enum: [...(node.enum as unknown[]), null] } : {}),
  };
}

/** The types that a node names, or that what it says is about. */
function impliedTypes(node: SchemaNode): string[] {
  const named = typesOf(node);
  if (named.length > 0) return named;
  const all: unknown = 'const' in node ? [node.const] : node.enum;
  if (Array.isArray(all)) return [...new Set(all.map(typeOf))];
  if ('properties' in node) return ['object'];
  return 'items' in node ? ['array'] : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'object') throw new Unfit();
  return typeof value;
}

function definition(reference: unknown): string {
  const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(String(reference))?.[1];
  if (reference !== '#' && name === undefined) throw new Unfit();
  return name === undefined ? '#' : `#/$defs/${name}`;
}

function description({ description: words }: SchemaNode): SchemaNode {
  return typeof words === 'string' ? { description: words } : {};
}

function nodes(value: unknown): SchemaNode {
  return isNode(value) ? value : {};
}
