import { ValueError } from '../base/errors.ts';
import { isNode, type SchemaNode } from './schemaNode.ts';
import { isBounded } from './boundedValue.ts';
import { t } from '../base/l10n.ts';

/**
 * Draws a schema from an example of the answer: an object, or a list of several. Texts, numbers, lists and objects become
 * their types; what is missing or `null` in one of several examples may be `null`. Which values are allowed is not
 * guessed. It keeps to the rules of strict mode.
 * @throws {ValueError} where the example is no object, or has nothing in it.
 */
export function schemaFromExample(example: unknown): SchemaNode {
  const examples = Array.isArray(example) ? example : [example];
  if (!isBounded(example) || examples.length === 0 || !examples.every(isNode) || examples.every(isEmpty))
    throw new ValueError(t('An example of the answer must be an object with the fields that you want.'), {
      hint: 'For instance: {"caption": "A dog on a beach.", "tags": ["dog", "beach"]}.',
    });
  return schemaOf(examples);
}

/** The schema of all values that were seen at one place; `undefined` among them where it was missing. */
function schemaOf(values: readonly unknown[]): SchemaNode {
  const present = values.filter(value => value !== undefined && value !== null);
  const kinds = kindsOf(present);
  const choices: SchemaNode[] = [
    ...kinds.map(kind => kindSchema(kind, present)),
    // Of nothing but null it can only be said that there may be a text.
    ...(kinds.length === 0 ? [{ type: 'string' }] : []),
    ...(present.length < values.length ? [{ type: 'null' }] : []),
  ];
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only;
  // Types that say no more than their name share one list.
  const bare = choices.every(choice => Object.keys(choice).join() === 'type');
  return bare ? { type: choices.map(({ type }) => type) } : { anyOf: choices };
}

type Kind = 'array' | 'object' | 'string' | 'boolean' | 'integer' | 'number';

function kindsOf(values: readonly unknown[]): Kind[] {
  const kinds = new Set(values.map(kindOf));
  // A whole number among others is a number like them.
  if (kinds.has('number')) kinds.delete('integer');
  return [...kinds];
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'array';
  if (isNode(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

function kindSchema(kind: Kind, values: readonly unknown[]): SchemaNode {
  if (kind === 'array') {
    const items = values.filter(value => Array.isArray(value)).flat();
    return { type: 'array', items: items.length === 0 ? { type: 'string' } : schemaOf(items) };
  }
  if (kind !== 'object') return { type: kind };
  const objects = values.filter(isNode);
  const names = [...new Set(objects.flatMap(value => Object.keys(value)))];
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map(name => [
        name,
        schemaOf(objects.map(value => (Object.hasOwn(value, name) ? value[name] : undefined))),
      ]),
    ),
    required: names,
    additionalProperties: false,
  };
}

function isEmpty(value: SchemaNode): boolean {
  return Object.keys(value).length === 0;
}
