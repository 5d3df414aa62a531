import { SightlineError } from '../../base/errors.ts';
import { editorHint } from '../remedyButtons.ts';
import type { PictureHostMessage } from '../../protocol/picture.ts';

/** How a failure is shown in a viewer. */
export function pictureFailure(error: unknown): Extract<PictureHostMessage, { type: 'failed' }> {
  if (!(error instanceof SightlineError))
    return {
      type: 'failed',
      message: 'An internal error occurred. See the log for details.',
      remedy: 'retry',
    };
  const { message, code } = error;
  const hint = editorHint(error);
  return {
    type: 'failed',
    message,
    ...(hint === undefined ? {} : { hint }),
    remedy: code === 'untrusted' ? 'trust' : 'retry',
  };
}
