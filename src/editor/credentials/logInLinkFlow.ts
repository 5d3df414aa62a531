import { t } from '../../base/l10n.ts';
import { readLogInLink } from '../../platform/logInLink.ts';
import { sameAddress } from '../../platform/serviceAddress.ts';
import type { Account } from './account.ts';
import type { CredentialSettings } from './credentialSettings.ts';
import type { Dialogue } from './dialogue.ts';
import { logInFlow } from './logInFlow.ts';

/** What a link that logs in works with. */
export interface LogInLinkParts {
  account: Account;
  settings: Pick<CredentialSettings, 'serviceUrl' | 'writeServiceUrl'>;
  dialogue: Dialogue;
}

/**
 * Does what an address says that the editor was opened with: logs in to the service that it names. Anybody can make such a
 * link, so the person is asked first, with the whole address before their eyes.
 * @throws {ValueError} that says what is wrong with the link.
 */
export async function logInLinkFlow(
  link: { path: string; query: string },
  { account, settings, dialogue }: LogInLinkParts,
): Promise<void> {
  const address = readLogInLink(link);
  const before = settings.serviceUrl();
  const isOther = !sameAddress(before, address);
  const change = isOther
    ? t('The setting sightline.service.url changes from {before} to this address.', { before })
    : t('It is the service that Sightline uses already.');
  if (
    !(await dialogue.confirm(
      t('Log in to the service at {address}?', { address }),
      `${change} ${warning}`,
      t('Continue'),
    ))
  )
    return;
  if (isOther) await settings.writeServiceUrl(address);
  await logInFlow(account, dialogue);
}

const warning = t(
  'Your key is sent there, and images and prompts if you choose one of its models. Continue only if you know this address.',
);
