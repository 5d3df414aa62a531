import { formatTime } from '../../base/format.ts';
import { SightlineError } from '../../base/errors.ts';

/** The failure of a provider that wants a longer pause than anyone waits for. `until`: milliseconds since the epoch. */
export function comeBackLater(error: SightlineError, until: number): SightlineError {
  return more(
    error,
    error.message,
    `It accepts no request before ${formatTime(until)}. Resume the run then.`,
  );
}

/** The failure of one picture after so many others. */
export function manyInARow(error: SightlineError, count: number): SightlineError {
  return more(
    error,
    `${count} pictures failed one after the other, the last one so: ${error.message}`,
    error.hint ?? 'Resume the run when the provider works again, or choose another model.',
  );
}

function more(cause: SightlineError, message: string, hint: string): SightlineError {
  const { code, status, retryAfterMs } = cause;
  return new SightlineError(code, message, {
    cause,
    hint,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
