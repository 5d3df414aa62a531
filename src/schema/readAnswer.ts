import { withoutPlaceholders } from './placeholders.ts';
import type { SchemaNode } from './schemaNode.ts';
import { checkSchema } from './checkSchema.ts';
import { jsonInText } from './jsonInText.ts';
import { violationsOf } from './violations.ts';
import { checkTimes, withinTime } from './withinTime.ts';

/** An answer's values, which fit the schema, or what it breaks of it, in words. */
export type ReadAnswer =
  | { columns: Record<string, unknown> }
  | { violations: string[]; /** There was nothing to check. */ noJson: boolean };

/** Reads answers of one form. */
export type AnswerReader = (text: string) => ReadAnswer;

const readers = new WeakMap<SchemaNode, Promise<AnswerReader>>();

/**
 * What reads answers by a schema; made once for each schema object.
 * @throws {ValueError} where the schema cannot be used.
 */
export function answerReader(schema: SchemaNode): Promise<AnswerReader> {
  const known = readers.get(schema) ?? makeReader(schema);
  readers.set(schema, known);
  return known;
}

/** The values of an answer, as {@link answerReader} reads them. */
export async function readAnswer(text: string, schema: SchemaNode): Promise<ReadAnswer> {
  return (await answerReader(schema))(text);
}

/** How an answer's values stand on the disk and in the table, where the person can change them. */
export function answerText(columns: Record<string, unknown>): string {
  return JSON.stringify(columns, null, 2);
}

async function makeReader(given: SchemaNode): Promise<AnswerReader> {
  const schema = await checkSchema(given);
  const { validatorFor } = await import('./drafts.ts');
  const validate = validatorFor(schema.$schema)?.compile(schema);
  return text => {
    const value = jsonInText(text);
    if (value === undefined) return { violations: ['it is not one JSON object'], noJson: true };
    let checked: ReadAnswer | undefined;
    try {
      checked = withinTime(checkTimes.check, () => {
        const columns = withoutPlaceholders(value, schema) as Record<string, unknown>;
        if (validate?.(columns) === true) return { columns };
        return { violations: violationsOf(validate?.errors ?? []), noJson: false };
      })?.value;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { violations: ['it is nested too deeply'], noJson: false };
    }
    return checked ?? { violations: ['checking it takes too long'], noJson: false };
  };
}
