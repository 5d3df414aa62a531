/** The tooltip of a button that a key presses as well, and what reads aloud says of that key. */
export function withShortcut(
  words: string,
  key: string | undefined,
): { title: string; 'aria-keyshortcuts'?: string } {
  return key === undefined ? { title: words } : { title: `${words} (${key})`, 'aria-keyshortcuts': key };
}
