import { counted, t } from '../../base/l10n.ts';
import { shorten } from '../../base/shorten.ts';
import type { ModelView } from '../../protocol/conversation.ts';
import { accountText, loginEnded, type AccountState } from '../credentials/accountState.ts';
import type { StatusView } from '../dialogs/statusEntry.ts';

/** What the entry in the status bar tells of. */
export interface StatusParts {
  /** The model that answers the next question. */
  model: ModelView;
  /** Requests of the conversation that are in progress. */
  running: number;
  account: AccountState;
}

/** Characters of a model's name that the status bar has room for. */
const nameLength = 32;

/** The entry in the status bar: the model that answers, how many requests run, and a login that has ended. */
export function statusView({ model, running, account }: StatusParts): StatusView {
  const ended = loginEnded(account);
  const requests =
    running === 0 ? [] : [counted(running, '{count} request in progress', '{count} requests in progress')];
  const about = model.offline ? t('Offline describer') : `${model.model} · ${model.provider}`;
  const login = accountText(account);
  return {
    icon: running > 0 ? 'loading~spin' : ended ? 'warning' : 'eye',
    words: [
      model.offline ? t('Offline') : shorten(model.model, nameLength),
      ...(running === 0 ? [] : [t('{running} running', { running })]),
      ...(ended ? [t('logged out')] : []),
    ].join(' · '),
    tooltip: [t('Sightline: {about}', { about }), ...requests, ...(login === undefined ? [] : [login])].join(
      '\n',
    ),
    ariaLabel: ['Sightline', about, ...requests, ...(login === undefined ? [] : [login])].join(', '),
  };
}
