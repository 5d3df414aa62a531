import { SightlineError } from '../base/errors.ts';
import { plainReason } from '../base/plainReason.ts';

/** What the database says while it starts, ends, or has too much to do, by the beginnings of its codes. */
const passing = ['08', '40', '53', '55P03', '57'];

/** What the system says of a connection that is not there, or broke. */
const connection = /^(?:ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/;

/** What the client says of the same without a code. */
const connectionWords =
  /connection (?:terminated|timeout|ended)|timeout exceeded|query read timeout|not queryable/i;

/**
 * A failure of the database as a sentence: `network` for what may pass. @param place Where it is, without its password.
 */
export function queueError(cause: unknown, place: string): SightlineError {
  if (cause instanceof SightlineError) return cause;
  const code = codeOf(cause);
  const said = saidBy(cause).replace(/\.$/, '');
  if (code === '28P01' || code === '28000')
    return new SightlineError('keyRejected', `The database ${place} refused the login: ${said}.`, {
      cause,
      hint: 'Check the user and the password in the address, in PGPASSWORD, or in ~/.pgpass.',
    });
  if (code === '3D000')
    return new SightlineError('notFound', `There is no database at ${place}.`, {
      cause,
      hint: 'Create it first, for example with createdb.',
    });
  if (code === '42501')
    return new SightlineError('permissionDenied', `The database ${place} does not permit this: ${said}.`, {
      cause,
      hint: 'The first command of a queue makes its tables: its user needs the right to create schemas.',
    });
  if (passing.some(beginning => code.startsWith(beginning)))
    return new SightlineError('network', `The database ${place} cannot answer now: ${said}.`, { cause });
  if (connection.test(code) || connectionWords.test(said))
    return new SightlineError('network', `The database ${place} cannot be reached: ${said}.`, {
      cause,
      hint: 'Check the address, and whether the server runs and accepts connections from here.',
    });
  return new SightlineError('store', `The queue in ${place} cannot be used: ${said}.`, { cause });
}

function codeOf(cause: unknown): string {
  const errors = cause instanceof AggregateError ? [cause, ...(cause.errors as unknown[])] : [cause];
  for (const error of errors) {
    const code: unknown =
      typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (typeof code === 'string') return code;
  }
  return '';
}

function saidBy(cause: unknown): string {
  const error: unknown = cause instanceof AggregateError && cause.message === '' ? cause.errors[0] : cause;
  return plainReason(error instanceof Error ? error.message : String(error));
}
