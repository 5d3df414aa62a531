import { SightlineError } from '../base/errors.ts';
import { signInUrl } from './signInUrl.ts';
import type { ServiceLog } from './log.ts';
import { checkPublicUrl } from './publicUrl.ts';
import { requireStore } from './store/dataFolder.ts';
import { openStore } from './store/openStore.ts';
import { findUser } from './store/people.ts';
import { makeSignInToken } from './store/sessions.ts';
import { trimEnd } from '../base/trimEnd.ts';

/** Whom a link is for. */
export interface SignInLinkOptions {
  dataDir: string;
  /** The master key, where it does not lie in the data folder. */
  masterKey?: string;
  /** The address of the running service. */
  url: string;
  username: string;
  log?: ServiceLog;
}

/**
 * Makes a link that signs a person in, once, within a day: for whoever runs the service and has a member whose session
 * is over. Works while the service runs.
 * @throws {SightlineError} `notFound` where there is no such person, `store` where the folder holds no store.
 * @throws {ValueError} for a URL that is none.
 */
export function makeSignInLink({ url, username, ...opened }: SignInLinkOptions): string {
  checkPublicUrl(url);
  requireStore(opened.dataDir);
  const store = openStore(opened);
  try {
    const user = findUser(store, username);
    if (user === undefined) throw new SightlineError('notFound', `There is no user named ${username}.`);
    const { token } = makeSignInToken(store, user.id, 'operator');
    return signInUrl(trimEnd(url, '/'), token);
  } finally {
    store.close();
  }
}
