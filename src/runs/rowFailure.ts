import { present } from '../base/present.ts';
import type { SightlineError } from '../base/errors.ts';
import { redact } from '../base/redact.ts';
import type { RowFailure } from './runRow.ts';

/** A failure as a row has it. */
export function failureOf({ code, message, hint, remedy }: SightlineError): RowFailure {
  return {
    code,
    message: redact(message),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
    ...present({ remedy }),
  };
}
