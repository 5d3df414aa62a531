import type { Description } from '../runRow.ts';
import type { ExportedRun } from './exportOptions.ts';

/** The names of a run's columns: the properties of the form that its answers have; none where they are plain text. */
export function columnsOf({ question }: Pick<ExportedRun, 'question'>): string[] {
  const properties = question.schema?.schema['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

/** A column's name beside the names of ours: one that is taken gets `answer_` before it, as often as it takes. */
export function freeName(column: string, taken: readonly string[]): string {
  return taken.includes(column) ? freeName(`answer_${column}`, taken) : column;
}

/** The values of an answer under free names, the run's columns first, each there even where the answer has none. */
export function columnValues(
  { columns = {} }: Pick<Description, 'columns'>,
  order: readonly string[],
  taken: readonly string[],
): Record<string, unknown> {
  const names = [...order, ...Object.keys(columns).filter(name => !order.includes(name))];
  return Object.fromEntries(names.map(name => [freeName(name, taken), columns[name] ?? null]));
}
