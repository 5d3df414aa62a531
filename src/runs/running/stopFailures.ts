import { present } from '../../base/present.ts';
import { formatTime } from '../../base/format.ts';
import { SightlineError, type ErrorDetails } from '../../base/errors.ts';

/** The failure of a provider that wants a longer pause than anyone waits for. `until`: milliseconds since the epoch. */
export function comeBackLater(error: SightlineError, until: number): SightlineError {
  return more(error, error.message, {
    hint: `It accepts no request before ${formatTime(until)}.`,
    remedy: { kind: 'resumeRun' },
  });
}

/** The failure of one picture after so many others. */
export function manyInARow(error: SightlineError, count: number): SightlineError {
  return more(
    error,
    `${count} images failed in a row, the last one with: ${error.message}`,
    error.hint === undefined && error.remedy === undefined
      ? {
          hint: 'Wait until the provider works again, or choose another model.',
          remedy: { kind: 'resumeRun' },
        }
      : { hint: error.hint, remedy: error.remedy },
  );
}

function more(
  cause: SightlineError,
  message: string,
  advice: Pick<ErrorDetails, 'hint' | 'remedy'>,
): SightlineError {
  const { code, status, retryAfterMs } = cause;
  return new SightlineError(code, message, {
    cause,
    ...advice,
    ...present({ status, retryAfterMs }),
  });
}
