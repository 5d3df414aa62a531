import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Account } from '../credentials/account.ts';
import { type AccountState, accountName } from '../credentials/accountState.ts';
import type { Dialogue } from '../credentials/dialogue.ts';
import { reportLoggedIn } from '../credentials/logInFlow.ts';
import type { LocalService, ServiceEnd } from './localService.ts';

/** What the flows work with. */
export interface LocalServiceFlowOptions {
  service: LocalService;
  account: Account;
  /** The setting `sightline.service.url` as the person set it; undefined where it has its default. */
  address: { read: () => string | undefined; write: (url: string | undefined) => Promise<void> };
  /** The name of this machine, which its key gets too. */
  machine: string;
  /** The last lines of the service's log. */
  logLines: () => string;
}

/** Starts the service, or finds it running, and says what can be done with it. */
export async function startFlow(parts: LocalServiceFlowOptions, dialogue: Dialogue): Promise<void> {
  const { service, account } = parts;
  const { url } = await started(service, dialogue);
  const state = await account.refresh();
  if (state.kind === 'loggedIn' && state.origin === url) {
    const pressed = await dialogue.showMessage(
      'info',
      t('The local service is running at {url}. You are logged in as {account}.', {
        url,
        account: accountName(state),
      }),
      t('Manage API Keys'),
    );
    return pressed === undefined ? undefined : manageKeysFlow(parts, dialogue);
  }
  const moved = state.kind === 'loggedIn' && service.isAt(state.origin);
  const pressed = await dialogue.showMessage(
    moved ? 'warning' : 'info',
    moved
      ? t(
          'The local service is now running at {url}, because another program uses its port. Log in again: your login is for the previous address.',
          { url },
        )
      : t('The local service is running at {url}. It stops when you close the editor.', { url }),
    t('Log In to Local Service'),
  );
  return pressed === undefined ? undefined : logInLocallyFlow(parts, dialogue);
}

/** Ends the service, for all windows. */
export async function stopFlow({ service }: LocalServiceFlowOptions, dialogue: Dialogue): Promise<void> {
  dialogue.note(
    'info',
    (await service.stop()) ? t('The local service was stopped.') : t('The local service is not running.'),
  );
}

/** Logs in to the service, starting it if need be, with a key that it makes for this machine. */
export async function logInLocallyFlow(parts: LocalServiceFlowOptions, dialogue: Dialogue): Promise<void> {
  const state = await dialogue.whileWorking(t('Sightline: logging in to the local service…'), signal =>
    logInLocally(parts, signal),
  );
  if (state.kind === 'loggedIn') reportLoggedIn(state, dialogue);
}

/** Opens the page where keys are made and revoked; on the local service the browser is signed in on the way. */
export async function manageKeysFlow(
  { service, account }: Pick<LocalServiceFlowOptions, 'service' | 'account'>,
  dialogue: Dialogue,
): Promise<void> {
  const page = account.keysPage;
  if (!service.isAt(account.address.origin)) return dialogue.openPage(page);
  const { url, signInToken } = await started(service, dialogue);
  await dialogue.openPage(`${url}/sign-in#token=${await signInToken()}&tab=api-keys`);
}

/** Tells that the service has ended though this window used it, and starts it again where the person wants that. */
export async function reportServiceEnd(
  end: ServiceEnd,
  parts: LocalServiceFlowOptions,
  dialogue: Dialogue,
): Promise<void> {
  if (end === 'stopped') return dialogue.note('info', t('The local service was stopped.'));
  const lines = parts.logLines();
  const log = lines === '' ? t('Its log is empty.') : t('Its log ends: {lines}', { lines });
  const pressed = await dialogue.showMessage(
    'error',
    t('The local service stopped unexpectedly. {log}', { log }),
    t('Restart'),
  );
  if (pressed !== undefined) await startFlow(parts, dialogue);
}

function started(service: LocalService, dialogue: Dialogue) {
  const running = service.connection;
  if (running !== undefined) return running;
  return dialogue.whileWorking(t('Sightline: starting the local service…'), signal => service.start(signal));
}

async function logInLocally(parts: LocalServiceFlowOptions, signal: AbortSignal): Promise<AccountState> {
  const { service, account, address, machine } = parts;
  const { url, signInToken } = await service.start(signal);
  const before = address.read();
  const present = before === url ? await stateIfGood(account, signal) : undefined;
  if (present !== undefined) return present;
  // Loaded on first use, with the shapes of the service's answers.
  const { signInAsOwner } = await import('./ownerSession.ts');
  const owner = await signInAsOwner(url, await signInToken(), signal);
  try {
    const { keyId, key } = await owner.makeKey(machine, signal);
    try {
      await address.write(url);
      return await account.logIn(key, { signal });
    } catch (error) {
      // A key that nobody holds is not left behind; why the log in failed is what matters.
      await owner.revokeKey(keyId).catch(() => undefined);
      await address.write(before);
      throw error;
    }
  } finally {
    // The session ends by itself too.
    await owner.signOut().catch(() => undefined);
  }
}

/** The state where the service accepts the key in use; then no other is made. */
async function stateIfGood(account: Account, signal: AbortSignal): Promise<AccountState | undefined> {
  try {
    return await account.check(signal);
  } catch (error) {
    if (
      error instanceof SightlineError &&
      ['keyRejected', 'missingKey', 'permissionDenied'].includes(error.code)
    )
      return undefined;
    throw error;
  }
}
