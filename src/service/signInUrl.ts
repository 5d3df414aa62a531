/*
 * Tokens stand behind `#`, which browsers send to nobody: they are in no log of a proxy and in no Referer. The page's
 * script reads them from there. With `?` in place of `#` the same links work without a script, as those of version 0.2.
 */

/** The address of the page where a sign-in link's token is used. `address` has no slash at its end. */
export function signInUrl(address: string, token: string): string {
  return `${address}/sign-in#token=${token}`;
}

/** The address of the page where an invitation is accepted. */
export function invitationUrl(address: string, token: string): string {
  return `${address}/invitation#token=${token}`;
}
