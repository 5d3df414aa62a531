import { formatNumber, plural } from '../base/format.ts';
import type { ErrorObject } from 'ajv';
import { shorten } from '../base/shorten.ts';

/** More values than these are counted and not listed. */
const mostValues = 12;

/** What an answer breaks of its form, one short sentence part each ("tags must be a list"), the same thing once. */
export function violationsOf(errors: readonly ErrorObject[]): string[] {
  // That a choice failed says less than what failed in it.
  const telling = errors.filter(
    ({ keyword }) => !['anyOf', 'oneOf', 'allOf', 'if', '$ref'].includes(keyword),
  );
  return [...new Set((telling.length > 0 ? telling : errors).map(inWords))];
}

function inWords(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  const name = placeName(error.instancePath);
  const inside = (property: unknown): string =>
    shorten(error.instancePath === '' ? String(property) : `${name}.${String(property)}`, 80);
  switch (error.keyword) {
    case 'required':
      return `${inside(params.missingProperty)} is missing`;
    case 'additionalProperties':
      return `${inside(params.additionalProperty)} is not part of the schema`;
    case 'unevaluatedProperties':
      return `${inside(params.unevaluatedProperty)} is not part of the schema`;
    case 'type':
      return `${name} must be ${[params.type]
        .flat()
        .map(type => typeNames[String(type)] ?? String(type))
        .join(' or ')}`;
    case 'enum':
      return `${name} must be ${oneOf(params.allowedValues)}`;
    case 'const':
      return `${name} must be ${JSON.stringify(params.allowedValue)}`;
    case 'minLength':
      return `${name} must have at least ${plural(Number(params.limit), 'character')}`;
    case 'maxLength':
      return `${name} must have at most ${plural(Number(params.limit), 'character')}`;
    case 'minItems':
      return `${name} must have at least ${plural(Number(params.limit), 'entry', 'entries')}`;
    case 'maxItems':
      return `${name} must have at most ${plural(Number(params.limit), 'entry', 'entries')}`;
    case 'uniqueItems':
      return `${name} has the same entry twice`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `${name} must be ${String(params.comparison)} ${String(params.limit)}`;
    case 'pattern':
      return `${name} must match the pattern ${shorten(String(params.pattern), 60)}`;
    default:
      return `${name} ${error.message ?? 'does not fit'}`;
  }
}

const typeNames: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** `/objects/2/name` as `objects[2].name`. */
export function placeName(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name = parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );
  return name === '' ? 'the answer' : shorten(name, 80);
}

function oneOf(values: unknown): string {
  if (!Array.isArray(values)) return 'one of the given values';
  if (values.length > mostValues) return `one of the ${formatNumber(values.length)} given values`;
  return `one of ${values.map(value => JSON.stringify(value)).join(', ')}`;
}
