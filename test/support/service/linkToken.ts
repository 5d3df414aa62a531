/** The token of a sign-in link or an invitation: behind `#`, as the pages' script reads it. */
export function linkToken(link: string | undefined): string {
  return new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('token') ?? '';
}
