import * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import { commands } from '../../contributions.ts';
import { affects } from '../settings.ts';
import { createCredentials } from './credentials.ts';
import type { CredentialParts, Credentials } from './credentials.ts';
import { editorSettings } from './credentialSettings.ts';
import { registerAccountsMenu } from './registerAccountsMenu.ts';
import type { ProviderKeyServices } from './setProviderKeyFlow.ts';

/**
 * The credentials over the editor's secret store, settings and environment; asks nothing of them yet.
 * @param parts See {@link CredentialParts}.
 */
export function createEditorCredentials(
  context: vscode.ExtensionContext,
  parts: Required<Pick<CredentialParts, 'ready' | 'lastLogin'>>,
): Credentials {
  const { version } = context.extension.packageJSON as { version: string };
  return createCredentials({
    secrets: context.secrets,
    environment: process.env,
    settings: editorSettings,
    version,
    ...parts,
  });
}

const loaded = new Lazy(() => import('./credentialCommands.ts'));

/** Registers the commands of log in and provider keys and follows the account; waits for nothing. */
export function registerCredentials(
  credentials: Credentials,
  services: Omit<ProviderKeyServices, 'providerKeys'>,
): vscode.Disposable {
  const { account, providerKeys } = credentials;
  const keyServices: ProviderKeyServices = { ...services, providerKeys };
  return vscode.Disposable.from(
    registerAccountsMenu(account),
    vscode.commands.registerCommand(commands.logIn, async () => (await loaded.get()).logIn(account)),
    vscode.window.registerUriHandler({
      handleUri: async uri => (await loaded.get()).openLogInLink(account, uri),
    }),
    vscode.commands.registerCommand(commands.logOut, async () => (await loaded.get()).logOut(account)),
    vscode.commands.registerCommand(commands.replaceSavedKey, async () =>
      (await loaded.get()).replaceSavedKey(account),
    ),
    vscode.commands.registerCommand(commands.showAccount, async () =>
      (await loaded.get()).showAccount(account),
    ),
    vscode.commands.registerCommand(commands.setProviderKey, async (id: unknown) =>
      (await loaded.get()).setProviderKey(keyServices, id),
    ),
    vscode.commands.registerCommand(commands.removeProviderKey, async (id: unknown) =>
      (await loaded.get()).removeProviderKey(keyServices, id),
    ),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'service.url', 'service.keyVariable')) void account.refresh();
    }),
    // Where the store tells no changes, a window learns of another one's when the person comes to it (KEY-4).
    vscode.window.onDidChangeWindowState(({ focused }) => void (focused && account.refresh())),
  );
}
