import { t } from '../../base/l10n.ts';
import type { AuthenticationSession } from 'vscode';
import { publicService, sameAddress } from '../../platform/serviceAddress.ts';
import { authenticationProvider, sessionScopes } from '../../contributions.ts';
import type { ServiceLogin } from './accountState.ts';
import { logInToServiceFlow, type ChangeServiceParts } from './changeServiceFlow.ts';
import { logOutOfFlow } from './logInFlow.ts';

/** What came to the sessions, and what went. */
export interface SessionChanges {
  added: AuthenticationSession[];
  removed: AuthenticationSession[];
  changed: [];
}

/**
 * The logins as the editor's menu of accounts knows them, one session for each service. Any extension may ask for a session:
 * its token is a name without power, made of the origin, and nothing of a key is in it.
 */
export class ServiceSessions {
  readonly #parts: ChangeServiceParts;
  /** As the editor was told last. */
  #told: AuthenticationSession[] | undefined;

  constructor(parts: ChangeServiceParts) {
    this.#parts = parts;
  }

  /** The session of the service at `origin`, or those of all services. Asks no service. */
  async list(origin?: string): Promise<AuthenticationSession[]> {
    const sessions = await this.#read();
    this.#told ??= sessions;
    return sessions.filter(({ id }) => origin === undefined || id === origin);
  }

  /** What has changed since the editor was told; undefined where nothing has, or the editor was never told anything. */
  async changes(): Promise<SessionChanges | undefined> {
    if (this.#told === undefined) return undefined;
    const fresh = await this.#read();
    const old = this.#told;
    this.#told = fresh;
    const added = fresh.filter(session => !holds(old, session));
    const removed = old.filter(session => !holds(fresh, session));
    return added.length + removed.length === 0 ? undefined : { added, removed, changed: [] };
  }

  /** Logs in to the service at `origin`, or to one that the person picks or enters; undefined where they do not. */
  async create(origin?: string): Promise<AuthenticationSession | undefined> {
    const made = await logInToServiceFlow(this.#parts, origin);
    return made === undefined ? undefined : (await this.list(made))[0];
  }

  /** Logs out of the service at `origin`; false where that is not ours to do, which the person is told. */
  async remove(origin: string): Promise<boolean> {
    const { account, dialogue } = this.#parts;
    const login = (await account.logins()).find(each => each.origin === origin);
    if (login?.source === 'environment') {
      const { host } = new URL(origin);
      dialogue.note(
        'warning',
        t(
          'The key for {host} is from the environment variable {variable}. To log out, remove the variable and restart the editor.',
          { host, variable: login.variable ?? '' },
        ),
      );
      return false;
    }
    if (login !== undefined) await logOutOfFlow(origin, account, dialogue);
    return true;
  }

  /**
   * Whether the menu of accounts should offer to sign in: where a login has ended by itself, or somebody has set the address
   * of a service and never logged in. No account is needed otherwise.
   */
  async isMissed(): Promise<boolean> {
    const { account, settings } = this.#parts;
    const state = await account.refresh();
    if (state.kind === 'loggedIn' || (await this.#read()).length > 0) return false;
    if (state.ended === true) return true;
    return !sameAddress(settings.serviceUrl(), publicService) && !(await account.isKnown());
  }

  async #read(): Promise<AuthenticationSession[]> {
    return (await this.#parts.account.logins()).map(sessionOf);
  }
}

function sessionOf({ origin, username }: ServiceLogin): AuthenticationSession {
  const { host } = new URL(origin);
  return {
    id: origin,
    accessToken: `${authenticationProvider.id}:${origin}`,
    account: {
      id: origin,
      label: username === undefined ? host : t('{username} at {host}', { username, host }),
    },
    scopes: sessionScopes,
  };
}

/** Whether `session` is among `sessions`, under the same label: the menu knows an account by that. */
function holds(sessions: readonly AuthenticationSession[], { id, account }: AuthenticationSession): boolean {
  return sessions.some(other => other.id === id && other.account.label === account.label);
}
