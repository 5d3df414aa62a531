import { present } from '../../base/present.ts';
import { formatDuration, formatTime } from '../../base/localFormat.ts';
import { SightlineError, type ErrorDetails } from '../../base/errors.ts';
import { longestLoadingMs } from '../../inference/faults/loading.ts';
import { t } from '../../base/l10n.ts';

/** The failure of a provider that wants a longer pause than anyone waits for. `until`: milliseconds since the epoch. */
export function comeBackLater(error: SightlineError, until: number): SightlineError {
  return more(error, error.message, {
    hint: t('It accepts no request before {time}.', { time: formatTime(until) }),
    remedy: { kind: 'resumeRun' },
  });
}

/** The failure of a server that does not come to an end with loading its model. */
export function loadingTooLong(error: SightlineError): SightlineError {
  return more(error, error.message, {
    hint: t('It has been loading for {time}. Check the server, or go on when it is ready.', {
      time: formatDuration(longestLoadingMs / 1000),
    }),
    remedy: { kind: 'resumeRun' },
  });
}

/** The failure of a model that says of one picture after the other that it got none. */
export function noImages(error: SightlineError, count: number): SightlineError {
  const { hint, remedy } = error;
  return more(
    error,
    t('This model receives no images: {count} answers in a row say so. {message}', {
      count,
      message: error.message,
    }),
    {
      hint,
      remedy,
    },
  );
}

/** The failure of one picture after so many others. */
export function manyInARow(error: SightlineError, count: number): SightlineError {
  return more(
    error,
    t('{count} images failed in a row, the last one with: {message}', { count, message: error.message }),
    error.hint === undefined && error.remedy === undefined
      ? {
          hint: t('Wait until the provider recovers, or choose another model.'),
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
