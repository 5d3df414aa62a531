import * as vscode from 'vscode';
import { authenticationProvider, sessionScopes } from '../../contributions.ts';
import { requireTrust } from '../trust.ts';
import type { Account } from './account.ts';
import { editorSettings } from './credentialSettings.ts';
import type { ServiceSessions } from './serviceSessions.ts';

/** Registers the logins at services as accounts of the editor; looks at none before the editor asks. */
export function registerAccountsMenu(account: Account): vscode.Disposable {
  const changes = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  let loading: Promise<ServiceSessions> | undefined;
  const sessions = (): Promise<ServiceSessions> =>
    (loading ??= Promise.all([import('./serviceSessions.ts'), import('./editorDialogue.ts')]).then(
      ([{ ServiceSessions: Loaded }, { editorDialogue }]) =>
        new Loaded({ account, settings: editorSettings, dialogue: editorDialogue }),
    ));
  let isOffered = false;
  /** Puts an entry into the menu where a login is missed; the editor takes it away with the login. */
  const offerSignIn = async (): Promise<void> => {
    const isMissed = vscode.workspace.isTrusted && (await (await sessions()).isMissed());
    const wasOffered = isOffered;
    isOffered = isMissed;
    // The editor asks for the sessions before it offers one: without this, it would never end.
    if (isMissed && !wasOffered)
      await vscode.authentication.getSession(authenticationProvider.id, sessionScopes);
  };
  const tell = async (): Promise<void> => {
    const changed = await (await sessions()).changes();
    if (changed !== undefined) changes.fire(changed);
    await offerSignIn();
  };
  return vscode.Disposable.from(
    changes,
    account.onDidChangeLogins(() => {
      // A store that fails is told by the account's state.
      if (loading !== undefined) tell().catch(() => undefined);
    }),
    vscode.authentication.registerAuthenticationProvider(
      authenticationProvider.id,
      authenticationProvider.label,
      {
        onDidChangeSessions: changes.event,
        getSessions: async (_scopes, { account: wanted }) => {
          const listed = await (await sessions()).list(wanted?.id);
          void offerSignIn().catch(() => undefined);
          return listed;
        },
        createSession: async (_scopes, { account: wanted }) => {
          const made = (await requireTrust()) ? await (await sessions()).create(wanted?.id) : undefined;
          if (made === undefined) throw new vscode.CancellationError();
          // Once the editor has this answer, it notes that Sightline uses the account, and offers to add another one.
          setImmediate(() => void usedSession());
          return made;
        },
        removeSession: async id => {
          if (!(await (await sessions()).remove(id))) throw new vscode.CancellationError();
        },
      },
      { supportsMultipleAccounts: true },
    ),
  );
}

async function usedSession(): Promise<void> {
  await vscode.authentication.getSession(authenticationProvider.id, sessionScopes, { silent: true });
}
