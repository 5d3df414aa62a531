import type { Description } from '../../runRow.ts';
import { freeNames } from '../columns.ts';
import { isMixed, merged, noShape, sameShape, valueShapeOf, type ValueShape } from './valueShape.ts';

/** `image` is where `datasets` puts the image itself. */
const ownNames = ['file_name', 'text', 'image'];

/** The columns of a folder's metadata: what each is called, and how its values are written in every file of it. */
export interface MetadataColumns {
  /** By the names that they have in the answers. */
  names: ReadonlyMap<string, string>;
  /** The values of an answer under their names, each there even where the answer has none. */
  valuesOf: (description: Pick<Description, 'columns'>) => Record<string, unknown>;
  /** The columns that are written as JSON text, by their names in the file. */
  asJson: readonly string[];
}

/** Looks at all answers of a folder, so that each column can be given one type in all its files. */
export class ColumnSurvey {
  readonly #order: readonly string[];
  readonly #files = new Map<string, Map<string, ValueShape>>();

  /** @param order the columns of the schema, in its order. */
  constructor(order: readonly string[]) {
    this.#order = order;
  }

  /** Takes in an answer that will stand in this file. */
  add(file: string, { columns = {} }: Pick<Description, 'columns'>): void {
    let shapes = this.#files.get(file);
    if (shapes === undefined) this.#files.set(file, (shapes = new Map<string, ValueShape>()));
    for (const [name, value] of Object.entries(columns))
      shapes.set(name, merged(shapes.get(name) ?? noShape, valueShapeOf(withoutFileNames(value))));
  }

  /** The columns, once all answers were taken in. */
  columns(): MetadataColumns {
    const all = new Set([...this.#order, ...[...this.#files.values()].flatMap(shapes => [...shapes.keys()])]);
    const names = freeNames([...all], ownNames, meaningless);
    const forms = new Map([...all].map(column => [column, this.#formOf(column)]));
    return {
      names,
      valuesOf: ({ columns = {} }) =>
        Object.fromEntries(
          [...names].map(([column, name]) => [
            name,
            written(
              Object.hasOwn(columns, column) ? withoutFileNames(columns[column]) : null,
              forms.get(column),
            ),
          ]),
        ),
      asJson: [...names].flatMap(([column, name]) => (forms.get(column) === 'json' ? [name] : [])),
    };
  }

  #formOf(column: string): ColumnForm {
    const shapes = [...this.#files.values()].map(file => file.get(column) ?? noShape);
    const shape = shapes.reduce(merged, noShape);
    if (!isMixed(shape) && shapes.every(one => sameShape(one, shape))) return 'asItIs';
    return shape.kind === 'text' && shapes.every(({ kind }) => kind === 'text' || kind === 'null')
      ? 'text'
      : 'json';
  }
}

/** `text`: absent is empty; `json`: every value is JSON text, so that the column is one of text. */
type ColumnForm = 'asItIs' | 'text' | 'json';

function written(value: unknown, form: ColumnForm = 'asItIs'): unknown {
  if (form === 'json') return JSON.stringify(value ?? null);
  return form === 'text' ? (value ?? '') : (value ?? null);
}

/**
 * A name that is only a name: `datasets` takes what is called `file_name`, or ends so, for the path of an image, also within
 * objects.
 */
function meaningless(name: string): string {
  return name.replace(/(^|_)file_name(s?)$/, '$1filename$2');
}

function withoutFileNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFileNames);
  if (typeof value !== 'object' || value === null) return value;
  const names = freeNames(Object.keys(value), [], meaningless);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names.get(name) ?? name, withoutFileNames(member)]),
  );
}
