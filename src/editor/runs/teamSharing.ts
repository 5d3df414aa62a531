import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import type { TeamAnswers } from '../../platform/sharedAnswers.ts';
import { SharedAnswers, type AnswerExchange } from '../../runs/running/sharedAnswers.ts';
import type { Account } from '../credentials/account.ts';
import type { LoggedIn } from '../credentials/accountState.ts';
import type { RunSharing } from './runSessionParts.ts';

/** The login by which answers are shared. */
export type SharingAccount = Pick<Account, 'state' | 'client'>;

/**
 * The answers that runs share with the workspace of the person's service key. What a model on this machine answers stays here.
 * @param isOn Whether the person wants that: the setting, at this moment.
 */
export function teamSharing(
  account: SharingAccount,
  { isOn, tell }: { isOn: () => boolean; tell: RunSharing['tell'] },
): RunSharing {
  return {
    partner: ({ provider }) => {
      if (!isOn() || isBuiltIn(provider)) return undefined;
      const { state } = account;
      if (state.kind === 'loggedOut') return { isLoggedIn: false };
      return {
        isLoggedIn: true,
        host: new URL(state.origin).host,
        ...present({ workspace: state.username }),
      };
    },
    open: onTrouble => new SharedAnswers({ exchange: teamExchange(account), onTrouble }),
    tell,
  };
}

/**
 * Asks the service with the key as it is at that moment: one that was removed is used no more. Another login is not the one
 * that the person saw when the run began, so nothing goes there.
 */
function teamExchange(account: SharingAccount): AnswerExchange {
  let first: LoggedIn | undefined;
  const team = async (): Promise<TeamAnswers> => {
    const client = await account.client();
    const { state } = account;
    if (state.kind === 'loggedIn') {
      first ??= state;
      if (!isSameLogin(first, state))
        throw new SightlineError('permissionDenied', t('The login has changed since the run began.'), {
          about: 'service',
        });
    }
    // With the shapes of all answers, it costs more to load than the rest of a run.
    const { teamAnswers } = await import('../../platform/sharedAnswers.ts');
    return teamAnswers(client);
  };
  return {
    find: async (keys, signal) => (await team()).find(keys, signal),
    keep: async (answers, signal) => (await team()).keep(answers, signal),
  };
}

/** Whether two logins are of one workspace, whose name a service may not have told yet. */
function isSameLogin(one: LoggedIn, other: LoggedIn): boolean {
  if (one.origin !== other.origin) return false;
  return one.username === undefined || other.username === undefined
    ? one.displayPrefix === other.displayPrefix
    : one.username === other.username;
}
