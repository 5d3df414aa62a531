import { ValueError } from '../base/errors.ts';
import { shorten } from '../base/shorten.ts';
import { isNode, propertiesOf, resolved, typesOf, type SchemaNode } from './schemaNode.ts';
import { bounds, isBounded } from './boundedValue.ts';
import { keywords, partsOfSchema } from './subschemas.ts';
import { placeName } from './violations.ts';
import { checkTimes, withinTime } from './withinTime.ts';
import { t } from '../base/l10n.ts';

/**
 * A JSON Schema that answers can be asked for by: an object at its top, at least one property, draft 6 to 2020-12.
 *
 * It may come from anywhere and cannot hang or swell the process: its size and depth are bounded before anything walks
 * through it; it refers to nothing outside itself, so nothing is fetched; and making a check of it, like every check
 * later on, is stopped after a time (`withinTime`), which holds for patterns and for references that multiply, too.
 * @throws {ValueError} with the place of what is wrong.
 */
export async function checkSchema(value: unknown): Promise<SchemaNode> {
  if (!isNode(value)) throw wrong(t('it must be an object'));
  if (!isBounded(value))
    throw wrong(
      t('it is too large or too deep: up to {levels} levels and {values} values are read', {
        levels: String(bounds.levels),
        values: String(bounds.values),
      }),
    );
  for (const { path, node } of partsOfSchema(value)) checkPart(path, node);
  const schema = { ...value, ...(value.type === undefined && value.properties ? { type: 'object' } : {}) };
  const top = resolved(schema, schema);
  if (top === undefined) throw wrong(t('its $ref cannot be resolved'));
  if (typesOf(top).join() !== 'object')
    throw wrong(t('it must describe an object: "type": "object" with "properties" at its top'));
  if (propertiesOf(top).length === 0)
    throw wrong(t('it names no properties, so an answer would have no columns'));
  await compileOnce(schema);
  return schema;
}

function checkPart(path: string, node: SchemaNode): void {
  const unknown = Object.keys(node).find(keyword => !keywords.has(keyword) && !keyword.startsWith('x-'));
  if (unknown !== undefined)
    throw wrong(t('“{unknown}” is not a JSON Schema keyword', { unknown: shorten(unknown, 60) }), path);
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = node[keyword];
    if (reference === undefined) continue;
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      throw wrong(
        t('{keyword} points outside the schema; only references within it (#/$defs/…) are supported', {
          keyword,
        }),
        path,
      );
  }
  const { pattern } = node;
  for (const expression of [
    pattern,
    ...Object.keys(isNode(node.patternProperties) ? node.patternProperties : {}),
  ])
    if (typeof expression === 'string' && !isPattern(expression))
      throw wrong(
        t('the pattern {expression} is not a valid regular expression', {
          expression: shorten(expression, 60),
        }),
        path,
      );
}

function isPattern(expression: string): boolean {
  try {
    new RegExp(expression, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Makes a check of it and tries it, so that what fails fails now and not at the first answer. */
async function compileOnce(schema: SchemaNode): Promise<void> {
  const { validatorFor } = await import('./drafts.ts');
  const validator = validatorFor(schema.$schema);
  if (validator === undefined)
    throw wrong(t('its $schema names an unsupported draft; draft-07, 2019-09 and 2020-12 are supported'));
  let tried: unknown;
  try {
    tried = withinTime(checkTimes.compile, () => {
      if (validator.validateSchema(schema) === true) validator.compile(schema)({});
      return true;
    });
  } catch (error) {
    if (error instanceof RangeError) throw wrong(t('its references are circular'));
    throw wrong(error instanceof Error ? error.message : t('it cannot be compiled'));
  }
  if (tried === undefined) throw wrong(t('it is too complex: checking it takes too long'));
  // Of all that does not fit the form of a schema the innermost says most.
  const [error] = [...(validator.errors ?? [])].sort(
    (one, other) => other.instancePath.length - one.instancePath.length,
  );
  if (error !== undefined) throw wrong(error.message ?? t('it is not valid'), placeName(error.instancePath));
}

function wrong(what: string, path = ''): ValueError {
  const at = path === '' || path === 'the answer' ? '' : t(' at {path}', { path: shorten(path, 80) });
  return new ValueError(t('This JSON Schema cannot be used{at}: {what}.', { at, what: shorten(what, 300) }), {
    hint: t('Fix the schema, or start from an example answer.'),
  });
}
