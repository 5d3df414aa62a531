import { ValueError } from '../base/errors.ts';
import { isNode, typesOf, type SchemaNode } from './schemaNode.ts';
import type { AnswerSchema } from './answerSchema.ts';
import { checkSchema } from './checkSchema.ts';
import { readDataFile } from './readDataFile.ts';
import { schemaFromExample } from './schemaFromExample.ts';
import { keywords } from './subschemas.ts';
import { trimEnd } from '../base/trimEnd.ts';
import { t } from '../base/l10n.ts';

/** A form that a person's file holds. */
export interface ChosenSchema {
  form: AnswerSchema;
  /** What the file was taken for. */
  from: 'schema' | 'example';
}

/**
 * The form in a file that a person chose, JSON or YAML: a JSON Schema, one wrapped as the APIs take it, or an example of
 * the answer.
 * @param fileName for the messages, and for the form's name where the schema has no title.
 * @throws {ValueError} with line and column where it cannot be read, with the place in the schema where that is wrong.
 */
export async function schemaFromText(text: string, fileName: string): Promise<ChosenSchema> {
  const value = await readDataFile(text, fileName);
  if (isNode(value) && 'names' in value && ('train' in value || 'val' in value || 'nc' in value))
    throw new ValueError(t('{fileName} describes a dataset, not the schema of an answer.', { fileName }), {
      hint: t('Its classes can be the vocabulary of a schema.'),
      remedy: { kind: 'chooseSchemaFirst' },
    });
  const { schema, name } = unwrapped(value);
  if (!isNode(schema) || !looksLikeSchema(schema)) {
    const drawn = schemaFromExample(value);
    return { form: { name: formName(name, fileName), schema: drawn }, from: 'example' };
  }
  const checked = await checkSchema(schema);
  return { form: { name: formName(name ?? schema.title, fileName), schema: checked }, from: 'schema' };
}

/** What the APIs take: `{name, schema}`, in `json_schema` or beside `type: json_schema`. */
function unwrapped(value: unknown): { schema: unknown; name?: unknown } {
  if (!isNode(value)) return { schema: value };
  const inner = isNode(value.json_schema) ? value.json_schema : value;
  const isWrapped = isNode(inner.schema) && typeof inner.name === 'string' && looksLikeSchema(inner.schema);
  return isWrapped ? { schema: inner.schema, name: inner.name } : { schema: value };
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/**
 * An answer may have a field "type" of its own; a schema's names one of the types. A schema that says too little, or something
 * that is of no use here, is still taken for one, so that it is told what it lacks.
 */
function looksLikeSchema(value: SchemaNode): boolean {
  if (typeof value.$schema === 'string' || typeof value.$ref === 'string') return true;
  const named = typesOf(value);
  const hasTypes = named.every(type => types.includes(type));
  if (isNode(value.properties) && Object.values(value.properties).every(isPart)) return hasTypes;
  if (named.length > 0 && hasTypes && Object.keys(value).length <= 3) return true;
  return (
    isOfKeywords(value) && hasTypes && Object.entries(value).some(([word, part]) => isTelling(word, part))
  );
}

/** Whether a word of JSON Schema stands with a value that only a schema has there. */
function isTelling(word: string, value: unknown): boolean {
  switch (word) {
    case 'type':
      return typesOf({ type: value }).length > 0;
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return Array.isArray(value) && value.length > 0 && value.every(isPart);
    case 'enum':
      return Array.isArray(value);
    case 'const':
    case '$defs':
    case '$dynamicRef':
      return true;
    case 'definitions':
    case 'patternProperties':
    case 'dependentSchemas':
      return isNode(value) && Object.values(value).every(isPart);
    case 'additionalProperties':
      return typeof value === 'boolean' || isOfKeywords(value);
    case 'not':
    case 'if':
    case 'items':
      return isOfKeywords(value);
    case 'required':
      return Array.isArray(value) && value.every(name => typeof name === 'string');
    default:
      return false;
  }
}

/** Whether it says something, and nothing but words of JSON Schema. */
function isOfKeywords(value: unknown): boolean {
  const words = isNode(value) ? Object.keys(value) : [];
  return words.length > 0 && words.every(word => keywords.has(word) || word.startsWith('x-'));
}

function isPart(value: unknown): boolean {
  return isNode(value) || typeof value === 'boolean';
}

/** A name as the APIs take it: `[A-Za-z0-9_-]{1,64}`. */
function formName(title: unknown, fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, '').replace(/(?:\.schema)?\.\w+$/, '');
  const wanted = typeof title === 'string' && title.trim() !== '' ? title : base;
  const plain = wanted.normalize('NFKD').replace(/[^A-Za-z0-9_-]+/g, '_');
  const name = trimEnd(plain.replace(/^_+/, ''), '_').slice(0, 64);
  return name === '' ? 'answer' : name;
}
