import { propertiesOf, resolved } from '../../schema/schemaNode.ts';
import type { Description } from '../runRow.ts';
import type { ExportedRun } from './exportOptions.ts';
import { t } from '../../base/l10n.ts';

/** The names of the answers' own values, in the order of their schema; none where answers are plain text. */
export function valueNames({ question }: Pick<ExportedRun, 'question'>): string[] {
  const schema = question.schema?.schema;
  return schema === undefined ? [] : propertiesOf(resolved(schema, schema) ?? {}).map(([name]) => name);
}

/**
 * A free name for each column of the answers, beside the names of ours: one that is taken gets `answer_` before it, as often
 * as it takes, so that no two columns are called alike.
 * @param wanted what a column is called where its own name would mean something else to the reader of the format.
 */
export function freeNames(
  columns: readonly string[],
  taken: readonly string[],
  wanted: (column: string) => string = column => column,
): ReadonlyMap<string, string> {
  const isOurs = new Set(taken);
  const keepsItsName = (column: string): boolean => wanted(column) === column && !isOurs.has(column);
  const used = new Set([...taken, ...columns.filter(keepsItsName)]);
  const names = new Map<string, string>();
  for (const column of columns) {
    let name = wanted(column);
    if (!keepsItsName(column)) {
      while (used.has(name)) name = `answer_${name}`;
      used.add(name);
    }
    names.set(column, name);
  }
  return names;
}

/** Gives the values of an answer under free names, in the schema's order, each there even where the answer has none. */
export function valuesUnder(
  order: readonly string[],
  taken: readonly string[],
): (description: Pick<Description, 'columns'>) => Record<string, unknown> {
  const usual = freeNames(order, taken);
  const none: Record<string, unknown> = {};
  return ({ columns = none }) => {
    if (columns === none && usual.size === 0) return none;
    const more = Object.keys(columns).filter(name => !usual.has(name));
    const names = more.length === 0 ? usual : freeNames([...order, ...more], taken);
    return Object.fromEntries(
      [...names].map(([column, name]) => [
        name,
        Object.hasOwn(columns, column) ? (columns[column] ?? null) : null,
      ]),
    );
  };
}

/** A sentence on columns that have another name in an export than in the answers; none where all keep theirs. */
export function renamedNote(names: ReadonlyMap<string, string>): string[] {
  const renamed = [...names].filter(([column, name]) => column !== name);
  if (renamed.length === 0) return [];
  const words = renamed.map(([column, name]) => `"${column}" is "${name}"`);
  return [t('Fields with another name in this export: {words}.', { words: words.join(', ') })];
}
