import { SightlineError } from '../../base/errors.ts';
import { schemaOf } from '../store/database.ts';
import type { Database } from '../store/database.ts';
import { migrations } from '../store/migrations.ts';

/** Where a backup tells when it was made. */
export const takenAtName = 'backup_taken_at';

/** What is known of a store that was looked through. */
export interface VerifiedStore {
  /** Steps of the schema that it has taken. */
  schema: number;
  /** Milliseconds since 1970, of a backup. */
  takenAt: number | undefined;
}

/**
 * Looks through all of a copy of a store: its pages and indexes, what refers to what, and whether this Sightline reads it.
 * @param file What the person calls it.
 * @throws {SightlineError} `store` where it is damaged, newer, or no store of the service.
 */
export function verifyStore(database: Database, file: string): VerifiedStore {
  const damaged = (reason: string) =>
    new SightlineError('store', `${file} is damaged: ${reason}.`, { hint: 'Use another backup.' });
  let schema: number;
  let takenAt: number | undefined;
  try {
    const [found] = database.all<{ integrity_check: string }>('PRAGMA integrity_check(1)');
    if (found?.integrity_check !== 'ok') throw damaged(found?.integrity_check ?? 'nothing was read');
    if (database.get('PRAGMA foreign_key_check') !== undefined)
      throw damaged('a row refers to another that is missing');
    schema = schemaOf(database);
    const values = new Map(
      schema === 0
        ? []
        : database
            .all<{ name: string; value: string }>('SELECT name, value FROM meta')
            .map(({ name, value }) => [name, value]),
    );
    if (!values.has('store_id'))
      throw new SightlineError('store', `${file} is no data of the service.`, {
        hint: 'Check the name of the file.',
      });
    const taken = values.get(takenAtName);
    takenAt = taken === undefined ? undefined : Number(taken);
  } catch (error) {
    if (error instanceof SightlineError) throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  }
  if (schema > migrations.length)
    throw new SightlineError('store', `${file} was written by a newer Sightline.`, {
      hint: 'Update Sightline first.',
    });
  return { schema, takenAt };
}
