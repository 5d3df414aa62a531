import type { Database } from './database.ts';
import { open, seal } from '../seal/seal.ts';
import type { SealingKey } from '../seal/seal.ts';
import type { SealedRecord } from '../seal/sealedRecord.ts';
import { SealError } from '../seal/sealError.ts';

/** Every column that holds sealed values; `resealAll` and `findUnopenable` go through all of them. */
const sealedTables = [
  { kind: 'service key', table: 'service_keys', column: 'sealed' },
  { kind: 'provider key', table: 'provider_keys', column: 'sealed' },
  { kind: 'worker key', table: 'hosts', column: 'worker_sealed' },
] as const;

interface SealedRow extends SealedRecord {
  sealed: Uint8Array;
}

/** Seals every value anew, from one key to another; to be called within a transaction. Returns how many there were. */
export function resealAll(database: Database, from: SealingKey, to: SealingKey): number {
  let count = 0;
  for (const { kind, table, column } of sealedTables)
    for (const row of sealedRows(database, kind, table, column)) {
      const value = open(from, row, row.sealed);
      database.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, seal(to, row, value), row.id);
      count += 1;
    }
  return count;
}

/** The records whose value does not open, each with its reason; empty where all is well. */
export function findUnopenable(database: Database, key: SealingKey): SealError[] {
  const errors: SealError[] = [];
  for (const { kind, table, column } of sealedTables)
    for (const row of sealedRows(database, kind, table, column))
      try {
        open(key, row, row.sealed);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        errors.push(error);
      }
  return errors;
}

function sealedRows(
  database: Database,
  kind: SealedRecord['kind'],
  table: string,
  column: string,
): SealedRow[] {
  return database
    .all<Omit<SealedRow, 'kind'>>(
      `SELECT id, workspace_id AS workspaceId, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
    )
    .map(row => ({ kind, ...row }));
}
