import { SightlineError } from '../../base/errors.ts';
import { isRetryable } from '../../base/retryable.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { PlatformClient } from '../../platform/platformClient.ts';
import { serviceInUse } from '../../platform/saved/savedLogin.ts';
import { teamAnswers } from '../../platform/sharedAnswers.ts';
import { SharedAnswers } from '../../runs/running/sharedAnswers.ts';
import { knownAnswersText, sharingTroubleText } from '../../runs/running/sharedAnswersText.ts';
import type { Target } from '../asking/target.ts';
import { requireServiceKey } from '../serviceKey.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import type { RunValues } from './runOptions.ts';

/** Answers that a run shares with the workspace of a service. */
export interface OpenedAnswers {
  shared: SharedAnswers;
  /** Says whose they are; nothing is asked before. A service that does not answer now is no reason to stop. */
  announce: () => Promise<void>;
  /** Says how many were found. */
  conclude: () => void;
}

/**
 * The answers that a run shares, where that is wanted.
 * @throws {UsageError} {@link SightlineError} where there is no service to share them with, or no key for it.
 */
export async function openSharedAnswers(
  session: Session,
  { provider }: Target,
  { sharedAnswers, service, keyFile, batch }: RunValues,
): Promise<OpenedAnswers | undefined> {
  if (sharedAnswers !== true) return undefined;
  if (batch !== undefined) throw new UsageError('--shared-answers cannot be used with --batch.', 'describe');
  const { out, version, signal } = session;
  const address = await serviceInUse(session, service);
  const key = await requireServiceKey(session, address, provider.id === gatewayId ? keyFile : undefined);
  const client = new PlatformClient({ address: address.base, key, version });
  const team = teamAnswers(client);
  let wasTold = false;
  const onTrouble = ({ message }: SightlineError): void => {
    if (!wasTold) out.note(sharingTroubleText(message));
    wasTold = true;
  };
  const shared = new SharedAnswers({ exchange: team, onTrouble });
  return {
    shared,
    announce: async () => {
      try {
        const workspace = await team.workspace(signal);
        out.note(`Answers are shared with the workspace ${workspace} at ${client.address.origin}.`);
      } catch (error) {
        if (!(error instanceof SightlineError) || !isRetryable(error)) throw error;
        onTrouble(error);
      }
    },
    conclude: () => {
      const known = knownAnswersText(shared.found);
      if (known !== undefined) out.note(known);
    },
  };
}
