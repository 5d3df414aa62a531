import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import { buttonLabels, type ButtonId, type EntryError } from '../../protocol/conversation.ts';
import { buttonsFor, editorHint } from '../remedyButtons.ts';

const offered = Object.keys(buttonLabels) as ButtonId[];

/**
 * How a failure is shown in the panel.
 * @param now Milliseconds since the epoch, for the time before which a retry is pointless.
 */
export function entryError(error: unknown, now: number): EntryError {
  if (!(error instanceof SightlineError))
    return {
      message: 'An internal error occurred. See the log for details.',
      remedies: ['showLog', 'retry'],
    };
  const hint = editorHint(error);
  return {
    message: error.message,
    remedies: buttonsFor(error, offered),
    ...present({ hint }),
    ...(error.retryAfterMs === undefined ? {} : { retryAt: now + error.retryAfterMs }),
  };
}
