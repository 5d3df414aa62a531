import type { ByteWriter } from 'hyparquet-writer';
import { schemaElements, type ParquetColumn } from './schemaElements.ts';

/** Rows, with the cells of each in the order of the columns. */
export type ParquetRow = readonly unknown[];

/** Rows of a group, and characters of its texts: what is held in memory. Readers like groups large, this process small. */
const [mostRows, mostCharacters] = [10_000, 8_000_000];

/**
 * A Parquet file (Snappy, one page or more for each column and group of rows) in pieces, a group of rows each, so that no more
 * than one group is held, whatever the number of rows.
 * @param parts rows that come together.
 */
export async function* parquetFile(
  columns: readonly ParquetColumn[],
  parts: AsyncIterable<readonly ParquetRow[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaElements(columns),
    createdBy: 'Sightline',
  });
  let rows: ParquetRow[] = [];
  let characters = 0;
  const group = async (): Promise<Uint8Array> => {
    await writer.write({
      columnData: columns.map(({ name }, place) => ({ name, data: rows.map(row => row[place]) })),
      rowGroupSize: rows.length,
    });
    rows = [];
    characters = 0;
    return taken(bytes);
  };
  for await (const part of parts)
    for (const row of part) {
      rows.push(row);
      characters += charactersIn(row);
      if (rows.length >= mostRows || characters >= mostCharacters) yield await group();
    }
  if (rows.length > 0) yield await group();
  await writer.finish();
  yield taken(bytes);
}

/** What was written since the last time; the places of what follows go on. */
function taken(writer: ByteWriter): Uint8Array {
  const piece = writer.getBytes().slice();
  writer.index = 0;
  return piece;
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + charactersIn(part), 0);
}
