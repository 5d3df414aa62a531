import { ValueError } from '../base/errors.ts';
import { admitsNull, isNode, resolved, typesOf, type SchemaNode } from './schemaNode.ts';
import { fitsAsEnum, strictLimits } from './strictLimits.ts';
import type { AnswerSchema } from './answerSchema.ts';
import { t } from '../base/l10n.ts';

/** More than this would fill every question. */
const most = { classes: 10_000, characters: 200_000 } as const;

/** Names by which a field for classes is known where none is marked, in any case. */
const classNames = ['class', 'classes', 'category', 'categories', 'label', 'labels'];

/** A form whose fields for classes take these classes only. */
export interface FormWithVocabulary {
  form: AnswerSchema;
  /** Where the classes are too many for the APIs: what the prompt must say of them. They are still checked. */
  words?: string;
}

/**
 * Puts the classes into a form as the `enum` of its fields for classes: those marked `"x-vocabulary": true`, else the
 * texts, and lists of texts, that are named class, category or label, or their plural, and have no `enum` yet.
 * OpenAI takes 1,000 values in all, and of more than 250 together 15,000 characters; beyond that, what goes out names
 * them in the prompt, and `strictSchema` leaves the `enum` out, but answers are checked against it all the same.
 * @throws {ValueError} where the form has no such field, or the classes are far too many.
 */
export function withVocabulary(form: AnswerSchema, classes: readonly string[]): FormWithVocabulary {
  const values = [...new Set(classes)];
  const characters = values.join('').length;
  if (values.length === 0) throw new ValueError(t('The vocabulary is empty.'));
  if (values.length > most.classes || characters > most.characters)
    throw new ValueError(t('A vocabulary of {count} classes is too large.', { count: values.length }), {
      hint: t('Ask for fewer classes at a time, or for tags without a vocabulary.'),
    });
  const found = { marked: count(form.schema, isMarked), named: count(form.schema, isNamed) };
  const fields = found.marked || found.named;
  if (fields === 0)
    throw new ValueError(t('The schema has no field for classes.'), {
      hint: t('Name a text or a list of texts “class” or “classes”, or mark it with "x-vocabulary": true.'),
    });
  const isField = found.marked > 0 ? isMarked : isNamed;
  const schema = mapped(form.schema, (name, node) =>
    isField(name, node, form.schema) ? withClasses(node, values, form.schema) : node,
  );
  const isTooLong = !fitsAsEnum(values) || fields * (values.length + 1) > strictLimits.enumValues;
  return {
    form: { ...form, schema },
    ...(isTooLong ? { words: `Choose classes from this list only: ${values.join(', ')}.` } : {}),
  };
}

/** Whether a form has a field that a vocabulary can go into. */
export function takesVocabulary({ schema }: AnswerSchema): boolean {
  return count(schema, isMarked) + count(schema, isNamed) > 0;
}

type IsField = (name: string, node: SchemaNode, root: SchemaNode) => boolean;

const isMarked: IsField = (_, node) => node['x-vocabulary'] === true;

const isNamed: IsField = (name, node, root) => {
  const place = textPlace(node, root);
  return classNames.includes(name.toLowerCase()) && place !== undefined && !('enum' in place);
};

/** The node that takes the text: the field itself, or the items of a list. */
function textPlace(node: SchemaNode, root: SchemaNode): SchemaNode | undefined {
  const types = typesOf(node);
  if (types.includes('array')) {
    const items = resolved(root, node.items);
    return items !== undefined && typesOf(items).includes('string') ? items : undefined;
  }
  return types.includes('string') ? node : undefined;
}

function withClasses(node: SchemaNode, values: readonly string[], root: SchemaNode): SchemaNode {
  const { 'x-vocabulary': _, ...rest } = node;
  if (typesOf(node).includes('array')) {
    const items = resolved(root, node.items) ?? {};
    return { ...rest, items: { ...items, type: 'string', enum: values } };
  }
  return { ...rest, enum: admitsNull(root, node) ? [...values, null] : values };
}

function count(schema: SchemaNode, isField: IsField): number {
  let fields = 0;
  mapped(schema, (name, node) => {
    if (isField(name, node, schema)) fields += 1;
    return node;
  });
  return fields;
}

/** A copy of a schema in which every property's node was replaced, the inner ones first. */
function mapped(schema: SchemaNode, replace: (name: string, node: SchemaNode) => SchemaNode): SchemaNode {
  const copy = (value: unknown, isProperties = false): unknown => {
    if (Array.isArray(value)) return value.map(item => copy(item));
    if (!isNode(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const inner = copy(part, name === 'properties' && !isProperties);
        return [name, isProperties && isNode(inner) ? replace(name, inner) : inner];
      }),
    );
  };
  return copy(schema) as SchemaNode;
}
