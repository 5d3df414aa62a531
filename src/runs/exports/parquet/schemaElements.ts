import type { SchemaElement } from 'hyparquet-writer';
import type { ColumnType } from './columnType.ts';

/** A column of a Parquet file. */
export interface ParquetColumn {
  name: string;
  type: ColumnType;
}

/** The schema of a file with these columns, flat and in the order of the tree, as the format has it. */
export function schemaElements(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.flatMap(({ name, type }) => elementsOf(name, type)),
  ];
}

function elementsOf(name: string, type: ColumnType): SchemaElement[] {
  const repetition_type = 'OPTIONAL';
  if (typeof type !== 'string' && 'list' in type)
    return [
      { name, repetition_type, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementsOf('element', type.list),
    ];
  if (typeof type !== 'string') {
    const parts = Object.entries(type.parts);
    return [
      { name, repetition_type, num_children: parts.length },
      ...parts.flatMap(([part, of]) => elementsOf(part, of)),
    ];
  }
  switch (type) {
    case 'text':
      return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8' }];
    case 'json':
      return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'JSON' }];
    case 'time':
      return [{ name, repetition_type, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }];
    case 'boolean':
      return [{ name, repetition_type, type: 'BOOLEAN' }];
    case 'int32':
      return [{ name, repetition_type, type: 'INT32' }];
    case 'int64':
      return [{ name, repetition_type, type: 'INT64' }];
    case 'double':
      return [{ name, repetition_type, type: 'DOUBLE' }];
  }
}
