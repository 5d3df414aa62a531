import { isNode, type SchemaNode } from './schemaNode.ts';

/** Keywords that hold one schema, a list of them, or an object with a schema under each name. */
const single = [
  ...['items', 'additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then'],
  ...['else', 'unevaluatedItems', 'unevaluatedProperties'],
];
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];

const others = [
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$comment', '$vocabulary', 'id'],
  ...['$recursiveRef', '$recursiveAnchor', 'type', 'enum', 'const', 'nullable', 'discriminator'],
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'],
  ...['maxProperties', 'minProperties', 'required', 'dependentRequired'],
  ...['title', 'description', 'markdownDescription', 'default', 'deprecated', 'readOnly', 'writeOnly'],
  ...['examples', 'example', 'propertyOrdering'],
];

/** All that JSON Schema knows, from draft 7 to 2020-12, and the notes that generators add. */
export const keywords: ReadonlySet<string> = new Set([...single, ...listed, ...named, ...others]);

/** A part of a schema and its place: `properties.caption`; empty at the top. */
export interface Part {
  path: string;
  node: SchemaNode;
}

/** A schema and all schemas in it, the outer before the inner. */
export function* partsOfSchema(node: unknown, path = ''): Generator<Part> {
  if (!isNode(node)) return;
  yield { path, node };
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    const at = path === '' ? keyword : `${path}.${keyword}`;
    if (named.includes(keyword) && isNode(value))
      for (const [name, part] of Object.entries(value)) yield* partsOfSchema(part, `${at}.${name}`);
    else if (listed.includes(keyword) && Array.isArray(value))
      for (const [index, part] of value.entries()) yield* partsOfSchema(part, `${at}.${index}`);
    else if (single.includes(keyword)) yield* partsOfSchema(value, at);
  }
}
