import {
  admitsNull,
  choicesOf,
  propertiesOf,
  requiredOf,
  resolved,
  typesOf,
  type SchemaNode,
} from '../../../schema/schemaNode.ts';
import type { Known } from './knownField.ts';

/** A form that was filled in, or the first field for which nothing honest can be said. */
export type Filled = { value: unknown } | { unknown: string };

/** What is known of a field of the form. */
export type Knows = (field: string) => Known | undefined;

/** More levels than this are the reference of a schema to itself. */
const deepest = 32;

/**
 * Fills in a form with what is known of its fields. Of the rest nothing is made up: it is left out, `null`, an empty
 * list or an empty text, whichever the form takes.
 */
export function fillForm(form: SchemaNode, knows: Knows): Filled {
  const root = resolved(form, form);
  return root === undefined ? { unknown: 'the form' } : object(form, root, { path: '', depth: 0, knows });
}

/** Where in the form a value stands, and what is known there. */
interface Place {
  path: string;
  depth: number;
  knows: Knows;
}

function object(form: SchemaNode, node: SchemaNode, { path, depth, knows }: Place): Filled {
  const required = requiredOf(node);
  const value: [string, unknown][] = [];
  for (const [name, part] of propertiesOf(node)) {
    const place = path === '' ? name : `${path}.${name}`;
    const known = knows(name);
    if (known === undefined && !required.has(name)) continue;
    const filled = field(form, part, known, { path: place, depth: depth + 1, knows: () => undefined });
    if ('unknown' in filled && required.has(name)) return filled;
    if ('value' in filled) value.push([name, filled.value]);
  }
  const missing = [...required].find(name => !propertiesOf(node).some(([own]) => own === name));
  return missing === undefined ? { value: Object.fromEntries(value) } : { unknown: missing };
}

function field(form: SchemaNode, part: unknown, known: Known | undefined, place: Place): Filled {
  const node = resolved(form, part);
  if (node === undefined || place.depth > deepest) return { unknown: place.path };
  for (const choice of [node, ...(choicesOf(node) ?? [])]) {
    const own = resolved(form, choice);
    const value = own && known && valueFor(form, own, known);
    if (value !== undefined) return { value: value };
  }
  if (admitsNull(form, node)) return { value: null };
  if ('const' in node) return { value: node.const };
  const types = typesOf(node);
  if (types.includes('array') && !(Number(node.minItems) > 0)) return { value: [] };
  if (types.includes('object')) return object(form, node, place);
  return types.includes('string') && takes(node, '') ? { value: '' } : { unknown: place.path };
}

/** What is known as a value that fits the node; `undefined` where it does not. */
function valueFor(form: SchemaNode, node: SchemaNode, known: Known): unknown {
  const types = typesOf(node);
  if ('number' in known)
    return types.includes('integer') || types.includes('number') ? known.number : undefined;
  if (types.includes('array')) return list(form, node, known);
  if (!types.includes('string')) return undefined;
  if ('sentences' in known)
    // The last that fits: all of them, or the first few.
    return known.sentences
      .map((_, index) => known.sentences.slice(0, index + 1).join(' '))
      .findLast(text => takes(node, text));
  if ('list' in known) return takes(node, known.list.join(', ')) ? known.list.join(', ') : undefined;
  return known.words.find(word => takes(node, word));
}

function list(form: SchemaNode, node: SchemaNode, known: Known): unknown[] | undefined {
  const items = resolved(form, node.items);
  const values = 'list' in known ? known.list : 'words' in known ? known.words.slice(0, 1) : [];
  if (items === undefined || !typesOf(items).includes('string')) return undefined;
  const fitting = [...new Set(values)].filter(value => takes(items, value)).slice(0, most(node.maxItems));
  return fitting.length < Number(node.minItems ?? 0) ? undefined : fitting;
}

/** Whether a text fits a node; a pattern is never taken for fulfilled. */
function takes(node: SchemaNode, text: string): boolean {
  if (Array.isArray(node.enum)) return node.enum.includes(text);
  if ('const' in node) return node.const === text;
  if ('pattern' in node || 'format' in node) return false;
  return text.length >= limit(node, 'minLength', 0) && text.length <= limit(node, 'maxLength', Infinity);
}

/** A limit on the length; `strictSchema` says it in the description, where strict mode has no keyword for it. */
function limit(node: SchemaNode, keyword: 'minLength' | 'maxLength', otherwise: number): number {
  const inWords = keyword === 'minLength' ? /At least (\d+) characters\./ : /At most (\d+) characters\./;
  return Number(node[keyword] ?? inWords.exec(String(node.description))?.[1] ?? otherwise);
}

function most(items: unknown): number {
  return typeof items === 'number' ? items : Infinity;
}
