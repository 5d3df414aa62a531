import { createCredentials } from '../../src/editor/credentials/credentials.ts';
import type { CredentialParts, Credentials } from '../../src/editor/credentials/credentials.ts';
import type { CredentialSettings } from '../../src/editor/credentials/credentialSettings.ts';
import { FakeSecretStore } from './fakeSecretStorage.ts';

/** Settings and environment of one test, changed by assigning. */
export interface TestSettings {
  serviceUrl: string;
  keyVariable: string;
  keyVariableChosen: boolean;
  keysFromEnvironment: string[];
}

/** One editor window with credentials in it. */
export interface TestWindow extends Credentials {
  store: FakeSecretStore;
  settings: TestSettings;
  /** The settings as the credentials see them. */
  credentialSettings: CredentialSettings;
  environment: Record<string, string | undefined>;
  /** Where the person was logged in last, as it is kept over sessions. */
  lastLogin: { origin: string | undefined };
}

/** Opens a window; given another window's `store`, both share it. */
export function openWindow(
  serviceUrl: string,
  options: { store?: FakeSecretStore; events?: boolean; ready?: CredentialParts['ready'] } = {},
): TestWindow {
  const store = options.store ?? new FakeSecretStore();
  const settings: TestSettings = {
    serviceUrl,
    keyVariable: 'ULTRALYTICS_API_KEY',
    keyVariableChosen: false,
    keysFromEnvironment: [],
  };
  const lastLogin: TestWindow['lastLogin'] = { origin: undefined };
  const environment: Record<string, string | undefined> = {};
  const read: CredentialSettings = {
    serviceUrl: () => settings.serviceUrl,
    writeServiceUrl: async address => {
      settings.serviceUrl = address;
      await Promise.resolve();
    },
    keyVariable: () => settings.keyVariable,
    keyVariableChosen: () => settings.keyVariableChosen,
    keysFromEnvironment: () => settings.keysFromEnvironment,
    writeKeysFromEnvironment: async ids => {
      settings.keysFromEnvironment = await Promise.resolve([...ids]);
    },
  };
  const secrets = store.window({ events: options.events ?? true });
  const { ready } = options;
  const credentials = createCredentials({
    secrets,
    environment,
    settings: read,
    version: '1.2.3',
    lastLogin: { get: () => lastLogin.origin, set: origin => (lastLogin.origin = origin) },
    ...(ready === undefined ? {} : { ready }),
  });
  return { ...credentials, store, settings, credentialSettings: read, environment, lastLogin };
}

/** Names of the secrets in which keys of services lie, the list of their origins left out. */
export function savedServiceKeys({ store }: TestWindow): string[] {
  return [...store.values.keys()].filter(name => name.startsWith('sightline.serviceKey.'));
}
