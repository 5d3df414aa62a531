import { Account } from './account.ts';
import type { AccountOptions } from './account.ts';
import type { CredentialSettings, Environment } from './credentialSettings.ts';
import type { Disposable } from '../../base/emitter.ts';
import { ProviderKeys } from './providerKeys.ts';
import { SecretVault } from './secretVault.ts';
import type { SecretStore } from './secretVault.ts';

/** Everything that knows a key. */
export interface Credentials extends Disposable {
  account: Account;
  providerKeys: ProviderKeys;
}

/** What credentials are made of; the editor's are in `registerCredentials.ts`. */
export interface CredentialParts {
  secrets: SecretStore;
  environment: Environment;
  settings: CredentialSettings;
  /** Of Sightline, told to the service. */
  version: string;
  /** See {@link AccountOptions}. */
  ready?: NonNullable<AccountOptions['ready']>;
  /** See {@link AccountOptions}. */
  lastLogin?: NonNullable<AccountOptions['lastLogin']>;
}

/** Builds the credentials; asks nothing of the store yet. */
export function createCredentials({ secrets, ...parts }: CredentialParts): Credentials {
  const vault = new SecretVault(secrets);
  const account = new Account({ vault, ...parts });
  const providerKeys = new ProviderKeys({ vault, ...parts });
  return {
    account,
    providerKeys,
    dispose: () => {
      account.dispose();
      providerKeys.dispose();
      vault.dispose();
    },
  };
}
