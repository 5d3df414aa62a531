import type { ServiceStore } from './openStore.ts';
import { newId } from './secrets.ts';
import { createWorkspace } from './workspaces.ts';

/** A person. */
export interface User {
  id: string;
  username: string;
  name: string;
  /** Empty for the first owner, whom nobody invited. */
  email: string;
}

const columns = 'id, username, name, email';

/** Whether a username is free: people and teams share one list of them. */
export function usernameIsTaken(store: ServiceStore, username: string): boolean {
  return store.database.get('SELECT 1 FROM workspaces WHERE username = ?', username) !== undefined;
}

/** Makes a person together with their personal workspace; to be called within a transaction. */
export function createUser(store: ServiceStore, person: Omit<User, 'id'>): User {
  const user: User = { id: newId('user'), ...person };
  store.database.run(
    'INSERT INTO users (id, username, name, email, created_at) VALUES (?, ?, ?, ?, ?)',
    user.id,
    user.username,
    user.name,
    user.email,
    store.now(),
  );
  createWorkspace(store, {
    username: user.username,
    fullName: user.name,
    kind: 'personal',
    ownerId: user.id,
  });
  return user;
}

/** The service's first person, made on the first start: the one whom the printed sign-in link signs in. */
export function firstOwner(store: ServiceStore, name: string): User {
  return store.database.transaction(
    () =>
      store.database.get<User>(`SELECT ${columns} FROM users ORDER BY created_at, rowid LIMIT 1`) ??
      createUser(store, { username: 'owner', name, email: '' }),
  );
}

/** The person of a username. */
export function findUser(store: ServiceStore, username: string): User | undefined {
  return store.database.get<User>(`SELECT ${columns} FROM users WHERE username = ?`, username);
}

/** Whether somebody has this address already. */
export function emailIsTaken(store: ServiceStore, email: string): boolean {
  return (
    store.database.get("SELECT 1 FROM users WHERE lower(email) = lower(?) AND email <> ''", email) !==
    undefined
  );
}
