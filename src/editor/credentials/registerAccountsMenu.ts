import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { authenticationProvider, sessionScopes } from '../../contributions.ts';
import { requireTrust } from '../trust.ts';
import type { Account } from './account.ts';
import { editorSettings } from './credentialSettings.ts';

/** Registers the logins at services as accounts of the editor; looks at none before the editor asks. */
export function registerAccountsMenu(account: Account): vscode.Disposable {
  const changes = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const sessions = new Lazy(async () => {
    const { ServiceSessions } = await import('./serviceSessions.ts');
    const { editorDialogue } = await import('./editorDialogue.ts');
    return new ServiceSessions({ account, settings: editorSettings, dialogue: editorDialogue });
  });
  let isOffered = false;
  /** Puts an entry into the menu where a login is missed; the editor takes it away with the login. */
  const offerSignIn = async (): Promise<void> => {
    const isMissed = vscode.workspace.isTrusted && (await (await sessions.get()).isMissed());
    const wasOffered = isOffered;
    isOffered = isMissed;
    // The editor asks for the sessions before it offers one: without this, it would never end.
    if (isMissed && !wasOffered)
      await vscode.authentication.getSession(authenticationProvider.id, sessionScopes);
  };
  const tell = async (): Promise<void> => {
    const changed = await (await sessions.get()).changes();
    if (changed !== undefined) changes.fire(changed);
    await offerSignIn();
  };
  return vscode.Disposable.from(
    changes,
    account.onDidChangeLogins(() => {
      // A store that fails is told by the account's state.
      if (sessions.requested !== undefined) tell().catch(() => undefined);
    }),
    vscode.authentication.registerAuthenticationProvider(
      authenticationProvider.id,
      authenticationProvider.label,
      {
        onDidChangeSessions: changes.event,
        getSessions: async (_scopes, { account: wanted }) => {
          const listed = await (await sessions.get()).list(wanted?.id);
          void offerSignIn().catch(() => undefined);
          return listed;
        },
        createSession: async (_scopes, { account: wanted }) => {
          const made = (await requireTrust()) ? await (await sessions.get()).create(wanted?.id) : undefined;
          if (made === undefined) throw new vscode.CancellationError();
          // Once the editor has this answer, it notes that Sightline uses the account, and offers to add another one.
          setImmediate(() => void usedSession());
          return made;
        },
        removeSession: async id => {
          if (!(await (await sessions.get()).remove(id))) throw new vscode.CancellationError();
        },
      },
      { supportsMultipleAccounts: true },
    ),
  );
}

async function usedSession(): Promise<void> {
  await vscode.authentication.getSession(authenticationProvider.id, sessionScopes, { silent: true });
}
