import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { SightlineError } from '../../base/errors.ts';
import { makeDataFolder, refuseUnfinishedRestore, storeFile } from './dataFolder.ts';
import { migrations as allMigrations } from './migrations.ts';
import { applicationId } from './storeHead.ts';
import type { Migration } from './migrations.ts';

/** A value that SQLite takes or gives. */
export type SqlValue = SQLInputValue;

/** The one SQLite file. Statements are kept after their first use. */
export interface Database {
  /** Rows of a query. The caller says what a row is; the schema is the guarantee. */
  all: <Row>(sql: string, ...values: SqlValue[]) => Row[];
  /** The first row, if there is one. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the row's type
  get: <Row>(sql: string, ...values: SqlValue[]) => Row | undefined;
  /** Runs a change and tells how many rows it touched. */
  run: (sql: string, ...values: SqlValue[]) => number;
  /** Runs `work` with the write lock held: all of it happens or nothing. Within another transaction it joins that. */
  transaction: <Result>(work: () => Result) => Result;
  /** Empties the write-ahead log into the file, so that nothing overwritten lingers there. False where a reader is in the way. */
  emptyLog: () => boolean;
  close: () => void;
}

/** Milliseconds that a writer waits for another process's write to end. */
const busyTimeout = 10_000;

/**
 * Opens the store in `dataDir`, making the folder and the file for this account only, and brings its schema up to date.
 * @throws {SightlineError} `store` where a newer Sightline has written it.
 */
export function openDatabase(dataDir: string, migrations: readonly Migration[] = allMigrations): Database {
  makeDataFolder(dataDir);
  refuseUnfinishedRestore(dataDir);
  return openDatabaseFile(join(dataDir, storeFile), migrations);
}

/** The same for a file of any name. */
export function openDatabaseFile(file: string, migrations: readonly Migration[] = allMigrations): Database {
  // SQLite gives the log files the rights of the main file, so it is made here with the rights it shall have.
  closeSync(openSync(file, 'a', 0o600));
  const connection = new DatabaseSync(file);
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  enterWalMode(connection);
  // FULL: an acknowledged change survives a loss of power too. secure_delete: a removed key leaves no bytes behind.
  connection.exec(
    'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 4194304',
  );
  const database = wrap(connection);
  migrate(connection, database, migrations);
  if (database.get<{ application_id: number }>('PRAGMA application_id')?.application_id !== applicationId)
    // Into the file itself: its head is what a copy without the log is known by.
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA wal_checkpoint(PASSIVE)`);
  return database;
}

/** Steps of the schema that a store has taken. */
export function schemaOf(database: Pick<Database, 'get'>): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

/** Opens a store as it is, whichever Sightline has written it: neither its schema nor its mode changes. */
export function openAsItIs(file: string): Database {
  const connection = new DatabaseSync(file);
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  return wrap(connection);
}

/**
 * Closes the store. Whoever is the last takes it out of the mode in which changes lie in a file beside it: the file's head
 * then says that it is whole by itself, which {@link lacksItsLog} looks at.
 */
function close(connection: DatabaseSync): void {
  try {
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch {
    // Another process has it open, or it cannot be written: it stays as it is.
  }
  connection.close();
}

/** Two processes that open a new file at the same moment can refuse each other the change of mode; it is tried again. */
function enterWalMode(connection: DatabaseSync): void {
  for (let left = 50; ; left -= 1)
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = connection.prepare(sql)));
    return statement;
  };
  return {
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values) as Row[],
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as above
    get: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    transaction: work => {
      if (depth === 0) connection.exec('BEGIN IMMEDIATE');
      depth += 1;
      try {
        const result = work();
        if (depth === 1) connection.exec('COMMIT');
        return result;
      } catch (error) {
        if (depth === 1) rollBack(connection);
        throw error;
      } finally {
        depth -= 1;
      }
    },
    emptyLog: () => connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0,
    close: () => close(connection),
  };
}

/** After some faults, such as a full disk, SQLite has rolled back by itself: that is then no second fault. */
function rollBack(connection: DatabaseSync): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // The fault that led here is the one to tell.
  }
}

function migrate(connection: DatabaseSync, database: Database, migrations: readonly Migration[]): void {
  const applied = () => schemaOf(database);
  if (applied() > migrations.length)
    throw new SightlineError('store', 'This data folder was written by a newer Sightline.', {
      hint: 'Update Sightline, or choose another data folder.',
    });
  // Asked again in each transaction: another process may have taken the step meanwhile.
  for (const [index, migration] of migrations.entries())
    if (applied() <= index)
      database.transaction(() => {
        if (applied() > index) return;
        connection.exec(migration.sql);
        connection.exec(`PRAGMA user_version = ${index + 1}`);
      });
}
