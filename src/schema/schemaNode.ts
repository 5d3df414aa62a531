import { isJsonObject, type JsonObject } from '../base/json.ts';

/** A JSON Schema, or a part of one, that is an object. */
export type SchemaNode = JsonObject;

/** Whether a value is a plain object, as every part of a schema is that says more than yes or no. */
export function isNode(value: unknown): value is SchemaNode {
  return isJsonObject(value);
}

/** How many references in a row are followed; more of them go round in a circle. */
const longestChain = 32;

/**
 * The part that a node stands for: itself, or what its `$ref` leads to within `root` (`#`, `#/$defs/name`).
 * @returns `undefined` where a reference leads out of the schema, nowhere, or round in a circle.
 */
export function resolved(root: SchemaNode, node: unknown): SchemaNode | undefined {
  let at = node;
  for (let step = 0; step < longestChain; step++) {
    if (!isNode(at)) return undefined;
    if (typeof at.$ref !== 'string') return at;
    at = target(root, at.$ref);
  }
  return undefined;
}

function target(root: SchemaNode, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => {
      const name = unescaped(part);
      return typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as SchemaNode)[name]
        : undefined;
    }, root);
}

function unescaped(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain; // A per cent sign that stands for itself.
  }
}

/** The types that a node names; empty where it names none. */
export function typesOf({ type }: SchemaNode): string[] {
  return [type].flat().filter(one => typeof one === 'string');
}

/** The parts of which one must fit, of `anyOf` or `oneOf`. */
export function choicesOf({ anyOf, oneOf }: SchemaNode): unknown[] | undefined {
  if (Array.isArray(anyOf)) return anyOf as unknown[];
  return Array.isArray(oneOf) ? (oneOf as unknown[]) : undefined;
}

/** The properties of an object's node, in its order. */
export function propertiesOf({ properties }: SchemaNode): [string, unknown][] {
  return isNode(properties) ? Object.entries(properties) : [];
}

/** The names that an object must have. */
export function requiredOf({ required }: SchemaNode): Set<string> {
  return new Set(Array.isArray(required) ? required.filter(name => typeof name === 'string') : []);
}

/** Whether `null` fits a node, as far as its own words tell. */
export function admitsNull(root: SchemaNode, node: unknown, depth = 0): boolean {
  if (node === true) return true;
  const part = resolved(root, node);
  if (part === undefined || depth > longestChain) return false;
  if ('const' in part) return part.const === null;
  if (Array.isArray(part.enum) && !part.enum.includes(null)) return false;
  const types = typesOf(part);
  if (types.length > 0 && !types.includes('null')) return false;
  const choices = choicesOf(part);
  return choices === undefined || choices.some(one => admitsNull(root, one, depth + 1));
}
