import { present } from '../../base/present.ts';
import { formatDuration, formatTime } from '../../base/format.ts';
import { SightlineError, type ErrorDetails } from '../../base/errors.ts';
import { longestLoadingMs } from '../../inference/faults/loading.ts';

/** The failure of a provider that wants a longer pause than anyone waits for. `until`: milliseconds since the epoch. */
export function comeBackLater(error: SightlineError, until: number): SightlineError {
  return more(error, error.message, {
    hint: `It accepts no request before ${formatTime(until)}.`,
    remedy: { kind: 'resumeRun' },
  });
}

/** The failure of a server that does not come to an end with loading its model. */
export function loadingTooLong(error: SightlineError): SightlineError {
  return more(error, error.message, {
    hint: `It has been loading for ${formatDuration(longestLoadingMs / 1000)}. Check the server, or go on when it is ready.`,
    remedy: { kind: 'resumeRun' },
  });
}

/** The failure of a model that says of one picture after the other that it got none. */
export function noImages(error: SightlineError, count: number): SightlineError {
  const { hint, remedy } = error;
  return more(error, `This model receives no images: ${count} answers in a row say so. ${error.message}`, {
    hint,
    remedy,
  });
}

/** The failure of one picture after so many others. */
export function manyInARow(error: SightlineError, count: number): SightlineError {
  return more(
    error,
    `${count} images failed in a row, the last one with: ${error.message}`,
    error.hint === undefined && error.remedy === undefined
      ? {
          hint: 'Wait until the provider recovers, or choose another model.',
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
