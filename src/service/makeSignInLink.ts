import { SightlineError } from '../base/errors.ts';
import { signInUrl } from './signInUrl.ts';
import { openStore } from './store/openStore.ts';
import { findUser } from './store/people.ts';
import { makeSignInToken, startLinkLifetime } from './store/sessions.ts';

/** Whom a link is for. */
export interface SignInLinkOptions {
  dataDir: string;
  /** The master key, where it does not lie in the data folder. */
  masterKey?: string;
  /** The address of the service that runs, without a slash at its end. */
  url: string;
  username: string;
}

/**
 * Makes a link that signs a person in, once, within a day: for whoever runs the service and has a member whose session
 * is over. Works while the service runs.
 * @throws {SightlineError} `notFound` where there is no such person.
 */
export function makeSignInLink({ dataDir, masterKey, url, username }: SignInLinkOptions): string {
  const store = openStore({ dataDir, ...(masterKey === undefined ? {} : { masterKey }) });
  try {
    const user = findUser(store, username);
    if (user === undefined) throw new SightlineError('notFound', `There is nobody called ${username}.`);
    return signInUrl(url, makeSignInToken(store, user.id, startLinkLifetime).token);
  } finally {
    store.close();
  }
}
