import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { buttonLabels, type ButtonId } from '../../protocol/buttonLabels.ts';
import type { EntryError } from '../../protocol/conversation.ts';
import { buttonsFor, editorHint } from '../remedyButtons.ts';
import { triedText, type Retries } from './retries.ts';

const offered = Object.keys(buttonLabels) as ButtonId[];
const keyless = offered.filter(button => button !== 'setProviderKey');

/** What is known of a request that failed. */
export interface FailedRequest {
  /** Milliseconds since the epoch, for the time before which a retry is pointless. */
  now: number;
  /** Who was asked. */
  provider?: Pick<Provider, 'id' | 'needsKey'> | undefined;
  /** The attempts before the last one. */
  retries?: Retries | undefined;
}

/** How a failure is shown in the panel. */
export function entryError(error: unknown, { now, provider, retries }: FailedRequest): EntryError {
  if (!(error instanceof SightlineError))
    return {
      message: t('An internal error occurred. See the log for details.'),
      remedies: ['showLog', 'retry'],
    };
  const hint = editorHint(error);
  return {
    message: error.message,
    // A provider that takes no key is not helped by one.
    remedies: buttonsFor(error, provider?.needsKey === false ? keyless : offered),
    ...present({
      hint,
      provider: provider?.id,
      tried: retries && triedText(retries, error.message, now),
    }),
    ...(error.retryAfterMs === undefined ? {} : { retryAt: now + error.retryAfterMs }),
  };
}
