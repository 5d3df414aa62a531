/** The address of the page where a sign-in link's token is used. `address` has no slash at its end. */
export function signInUrl(address: string, token: string): string {
  return `${address}/sign-in?token=${token}`;
}

/** The address of the page where an invitation is accepted. */
export function invitationUrl(address: string, token: string): string {
  return `${address}/invitation?token=${token}`;
}
