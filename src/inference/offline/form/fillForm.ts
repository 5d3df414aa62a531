import {
  admitsNull,
  choicesOf,
  propertiesOf,
  requiredOf,
  resolved,
  typesOf,
  type SchemaNode,
} from '../../../schema/schemaNode.ts';
import { plainName, type Known, type Knows } from './known.ts';
import { boxFor } from './boxFor.ts';

/** A form that was filled in, or the first field for which nothing honest can be said. */
export type Filled = { value: unknown } | { unknown: string };

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

/** Fields that hold what is asked of the image itself, and no thing in it. */
const wrappers = new Set([
  'image',
  'picture',
  'photo',
  'result',
  'answer',
  'analysis',
  'content',
  'contents',
  'data',
]);

function object(form: SchemaNode, node: SchemaNode, { path, depth, knows }: Place): Filled {
  const required = requiredOf(node);
  const value: [string, unknown][] = [];
  for (const [name, part] of propertiesOf(node)) {
    const place = path === '' ? name : `${path}.${name}`;
    const known = knows(name);
    if (known === undefined && !required.has(name)) continue;
    const filled = field(form, part, known, {
      path: place,
      depth: depth + 1,
      knows: wrappers.has(plainName(name)) ? knows : () => undefined,
    });
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
    const value = own && known && valueFor(form, own, known, place);
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
function valueFor(form: SchemaNode, node: SchemaNode, known: Known, place: Place): unknown {
  const types = typesOf(node);
  const { number, flag, box } = known;
  if (types.includes('array')) {
    const values = list(form, node, known, place);
    if (values !== undefined) return values;
  }
  if (box !== undefined) return boxFor(form, node, box);
  if (number !== undefined && types.some(type => type === 'integer' || type === 'number'))
    return fittingNumber(node, types.includes('number') ? number : Math.round(number));
  if (flag !== undefined && types.includes('boolean')) return flag;
  return types.includes('string') ? textFor(node, known) : undefined;
}

function textFor(node: SchemaNode, { sentences, lines, list: parts, words }: Known): string | undefined {
  if (sentences !== undefined)
    // The last that fits: all of them, or the first few.
    return sentences
      .map((_, index) => sentences.slice(0, index + 1).join(' '))
      .findLast(text => takes(node, text));
  if (lines !== undefined && lines.length > 0)
    return lines.map((_, index) => lines.slice(0, index + 1).join('\n')).findLast(text => takes(node, text));
  if (parts !== undefined && parts.length > 0 && takes(node, parts.join(', '))) return parts.join(', ');
  return words?.find(word => takes(node, word));
}

function list(form: SchemaNode, node: SchemaNode, known: Known, place: Place): unknown[] | undefined {
  const items = resolved(form, node.items);
  if (items === undefined) return undefined;
  const limit = most(node.maxItems);
  const values = typesOf(items).includes('string')
    ? textsFor(items, known)
    : typesOf(items).includes('object')
      ? objectsFor(form, items, known, place, Math.min(limit, mostEntries))
      : undefined;
  const fitting = values?.slice(0, limit);
  return fitting === undefined || fitting.length < Number(node.minItems ?? 0) ? undefined : fitting;
}

/** Entries of a list that are filled in. */
const mostEntries = 300;

function textsFor(items: SchemaNode, { list: parts, lines, words }: Known): string[] | undefined {
  const values = parts ?? lines ?? words?.slice(0, 1);
  return values && [...new Set(values)].filter(value => takes(items, value));
}

/** With one of them an entry stands for all things of its kind. */
const countNames = new Set(['count', 'number', 'quantity', 'amount', 'n']);

/** An object for each; `undefined` where one of them cannot be filled in. */
function objectsFor(
  form: SchemaNode,
  items: SchemaNode,
  { each, kinds }: Known,
  { path, depth }: Place,
  limit: number,
): unknown[] | undefined {
  const isCounted = propertiesOf(items).some(([name]) => countNames.has(plainName(name)));
  const entries = isCounted ? (kinds ?? each) : each;
  if (entries === undefined || depth > deepest) return undefined;
  const filled = entries.slice(0, limit).map(knows => object(form, items, { path, depth: depth + 1, knows }));
  return filled.every(one => 'value' in one) ? filled.map(({ value }) => value) : undefined;
}

function fittingNumber({ minimum, maximum }: SchemaNode, value: number): number | undefined {
  const isOut =
    (typeof minimum === 'number' && value < minimum) || (typeof maximum === 'number' && value > maximum);
  return isOut ? undefined : value;
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
