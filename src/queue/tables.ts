import { SightlineError } from '../base/errors.ts';
import type { Statements } from './statements.ts';

/**
 * What makes the tables what they are, an entry for each version. Append only; pg-boss brings its own up to date by itself, and
 * a version of it that does so needs an entry here, too, so that older workers are told.
 *
 * A run is what `describe --queue` puts in; its pictures are jobs of pg-boss, in a queue of their own. `answers` holds what
 * came of each job, once and for all; `contents` which job asks about a picture's content, so that copies are asked about
 * once; `reservations` what is being spent beneath a cap; `paces` when the next request may go to a provider's model.
 */
const migrations = [
  `CREATE TABLE sightline_queue.runs (
     id text PRIMARY KEY,
     spec text NOT NULL,
     state text NOT NULL CHECK (state IN ('open', 'paused', 'stopped', 'capped')),
     stop text,
     created_at timestamptz NOT NULL DEFAULT now(),
     touched_at timestamptz NOT NULL DEFAULT now(),
     cap float8,
     spent float8 NOT NULL DEFAULT 0,
     reserved float8 NOT NULL DEFAULT 0,
     asking integer NOT NULL DEFAULT 0,
     largest float8 NOT NULL DEFAULT 0,
     input_tokens bigint NOT NULL DEFAULT 0,
     output_tokens bigint NOT NULL DEFAULT 0,
     images bigint NOT NULL DEFAULT 0,
     guessed boolean NOT NULL DEFAULT false
   );
   CREATE TABLE sightline_queue.answers (
     run text NOT NULL REFERENCES sightline_queue.runs ON DELETE CASCADE,
     job uuid NOT NULL,
     place bigint GENERATED ALWAYS AS IDENTITY,
     result text,
     PRIMARY KEY (run, job)
   );
   CREATE INDEX answers_waiting ON sightline_queue.answers (run, place) WHERE result IS NOT NULL;
   CREATE TABLE sightline_queue.contents (
     run text NOT NULL REFERENCES sightline_queue.runs ON DELETE CASCADE,
     asked text NOT NULL,
     job uuid NOT NULL,
     failed boolean NOT NULL DEFAULT false,
     PRIMARY KEY (run, asked)
   );
   CREATE TABLE sightline_queue.reservations (
     id uuid PRIMARY KEY,
     run text NOT NULL REFERENCES sightline_queue.runs ON DELETE CASCADE,
     amount float8 NOT NULL,
     expires_at timestamptz NOT NULL
   );
   CREATE INDEX reservations_of_run ON sightline_queue.reservations (run, expires_at);
   CREATE TABLE sightline_queue.paces (
     id text PRIMARY KEY,
     gap float8 NOT NULL DEFAULT 0,
     next_at timestamptz NOT NULL DEFAULT 'epoch',
     paused_until timestamptz NOT NULL DEFAULT 'epoch',
     setbacks integer NOT NULL DEFAULT 0
   );`,
];

/** Brings the tables to the version of this program, in one transaction. @throws {SightlineError} `clientTooOld`. */
export async function makeTables(statements: Statements): Promise<void> {
  await statements.query('CREATE SCHEMA IF NOT EXISTS sightline_queue');
  await statements.query('CREATE TABLE IF NOT EXISTS sightline_queue.version (version integer NOT NULL)');
  const { rows } = await statements.query('SELECT version FROM sightline_queue.version');
  const { version } = (rows[0] ?? { version: 0 }) as { version: number };
  if (version > migrations.length)
    throw new SightlineError('clientTooOld', 'This queue was made by a newer version of Sightline.', {
      hint: 'Update Sightline on this machine, or use another database.',
    });
  if (version === migrations.length) return;
  for (const migration of migrations.slice(version)) await statements.query(migration);
  await statements.query('DELETE FROM sightline_queue.version');
  await statements.query('INSERT INTO sightline_queue.version VALUES ($1)', [migrations.length]);
}
