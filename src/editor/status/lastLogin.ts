import type { Memento } from 'vscode';
import type { AccountOptions } from '../credentials/account.ts';

const key = 'lastLogin';

/** Where the person was logged in last, kept over sessions: an address, and nothing of a key. */
export function lastLogin(memory: Memento): NonNullable<AccountOptions['lastLogin']> {
  return { get: () => memory.get(key), set: origin => void memory.update(key, origin) };
}
