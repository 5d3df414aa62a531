import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import { gatewayProvider } from '../../inference/providers/gatewayProvider.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { readFault } from '../../inference/faults/providerFault.ts';
import type { Destination } from '../../inference/api/question.ts';
import { answerError } from '../../platform/platformErrors.ts';
import { mayCarryKey, originOf } from '../../base/address.ts';
import { notLoggedIn, type Account } from '../credentials/account.ts';
import { accountName } from '../credentials/accountState.ts';

/** What a {@link ServiceGateway} is made of. */
export interface ServiceGatewayParts {
  account: Account;
  /** Whether the service at `origin` is the one on this machine that Sightline itself runs. */
  isLocalService: (origin: string) => boolean;
  /** Whether that one runs, as far as this window knows; absent: yes. */
  isRunning?: () => boolean;
}

/** The header by which a gateway says that an answer is the provider's behind it. */
const providerHeader = 'x-sightline-provider';

/**
 * The gateway of the service that the person is logged in to, as one more provider. Its key is the login's: it is read
 * from there at each use, goes to the service's origin only, and is kept nowhere else.
 */
export class ServiceGateway {
  readonly #parts: ServiceGatewayParts;

  constructor(parts: ServiceGatewayParts) {
    this.#parts = parts;
  }

  /** The provider may have another label. */
  readonly onDidChange = (listener: () => void): { dispose: () => void } =>
    this.#parts.account.onDidChange(listener);

  /** The provider; undefined where the setting holds no address. Says nothing of whether the service has a gateway. */
  provider(): Provider | undefined {
    const { account } = this.#parts;
    let address;
    try {
      address = account.address;
    } catch {
      return undefined; // Log In tells what is wrong with the address.
    }
    const provider = gatewayProvider(address.base);
    const { state } = account;
    if (state.kind === 'loggedOut' || state.origin !== address.origin) return provider;
    return { ...provider, label: t('Service ({account})', { account: accountName(state) }) };
  }

  /** Whether a request would first start the service on this machine. */
  isAsleep(): boolean {
    const { account, isLocalService, isRunning } = this.#parts;
    const { state } = account;
    return state.kind !== 'loggedOut' && isLocalService(state.origin) && isRunning?.() === false;
  }

  /** The provider, where the person is logged in to a service that has a gateway: asks it for its models. */
  async find(signal: AbortSignal): Promise<Provider | undefined> {
    const key = await this.#parts.account.key();
    const provider = this.provider();
    if (key === undefined || provider === undefined) return undefined;
    // Our own has one, and need not be started to say so.
    if (this.#parts.isLocalService(key.origin)) return provider;
    const { listModels } = await import('../../inference/providers/models.ts');
    await listModels(await this.destination(provider, signal), { signal });
    return provider;
  }

  /**
   * Where the gateway is reached, with its key.
   * @throws {SightlineError} `missingKey` where nobody is logged in there.
   */
  async destination(provider: Provider, signal?: AbortSignal): Promise<Destination> {
    const { account } = this.#parts;
    const { label, baseURL, api } = provider;
    const key = await account.key();
    if (key === undefined || key.origin !== originOf(baseURL)) throw notLoggedIn();
    if (!mayCarryKey(baseURL))
      throw new SightlineError(
        'badRequest',
        t('The key is not sent to {origin}, because the connection is not encrypted.', {
          origin: key.origin,
        }),
        {
          hint: t('Use an https:// address.'),
          remedy: { kind: 'correctServiceAddress' },
        },
      );
    await account.ready(key.origin, signal);
    return { label, baseURL, api, apiKey: key.key };
  }

  /** The failure of a request to the gateway: what the service itself refused is told in its words and with its remedies. */
  explain(error: unknown, provider: Provider): unknown {
    if (!(error instanceof SightlineError)) return error;
    const fault = readFault(error.cause);
    const { status, headers = new Headers(), reason = '' } = fault ?? {};
    if (status === undefined || ![401, 403, 426].includes(status) || headers.has(providerHeader))
      return error;
    const { origin } = new URL(provider.baseURL);
    const failure = answerError({ status, headers, body: JSON.stringify({ error: reason }) }, origin);
    if (failure.code === 'keyRejected') this.#parts.account.refused(origin, failure.message);
    const makeOne = t('Run “Sightline: Log In to Local Service” to create a new key.');
    const local = failure.code === 'keyRejected' && this.#parts.isLocalService(origin);
    const hint = [failure.hint, ...(local ? [makeOne] : [])].filter(Boolean).join(' ');
    return new SightlineError(failure.code, failure.message, {
      status,
      hint,
      remedy: failure.remedy,
      about: 'service',
      cause: error,
    });
  }
}
