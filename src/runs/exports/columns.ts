import { propertiesOf, resolved } from '../../schema/schemaNode.ts';
import type { Description } from '../runRow.ts';
import type { ExportedRun } from './exportOptions.ts';

/** The names of the answers' own values, in the order of their form; none where answers are plain text. */
export function valueNames({ question }: Pick<ExportedRun, 'question'>): string[] {
  const schema = question.schema?.schema;
  return schema === undefined ? [] : propertiesOf(resolved(schema, schema) ?? {}).map(([name]) => name);
}

/** A column's name beside the names of ours: one that is taken gets `answer_` before it, as often as it takes. */
export function freeName(column: string, taken: readonly string[]): string {
  return taken.includes(column) ? freeName(`answer_${column}`, taken) : column;
}

/** The values of an answer under free names, in the form's order, each there even where the answer has none. */
export function namedValues(
  { columns = {} }: Pick<Description, 'columns'>,
  order: readonly string[],
  taken: readonly string[],
): Record<string, unknown> {
  const names = [...order, ...Object.keys(columns).filter(name => !order.includes(name))];
  return Object.fromEntries(
    names.map(name => [freeName(name, taken), Object.hasOwn(columns, name) ? (columns[name] ?? null) : null]),
  );
}
