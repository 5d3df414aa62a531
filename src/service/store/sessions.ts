import type { Store } from './openStore.ts';
import type { User } from './people.ts';
import { lookupOf, newId, newToken } from './secrets.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** Milliseconds that a session lives on after its last use. */
export const sessionLifetime = 30 * day;
/** Milliseconds that the link printed at the start works. */
export const startLinkLifetime = day;
/** Milliseconds that a link works which a person made for another browser of theirs. */
export const personalLinkLifetime = 10 * minute;

/** A browser that is signed in. */
export interface Session {
  /** Names it in logs and limits; the token in the cookie is another. */
  id: string;
  user: User;
  expiresAt: number;
  /** Whether this use has moved the end: the cookie's end then moves too. */
  renewed: boolean;
}

/** Makes the token of a link that signs `userId` in, once. */
export function makeSignInToken(
  store: Store,
  userId: string,
  lifetime: number,
): { token: string; expiresAt: number } {
  const token = newToken();
  const expiresAt = store.now() + lifetime;
  store.database.transaction(() => {
    store.database.run('DELETE FROM sign_in_links WHERE expires_at <= ?', store.now());
    store.database.run('DELETE FROM sessions WHERE expires_at <= ?', store.now());
    store.database.run(
      'INSERT INTO sign_in_links (token_hash, user_id, expires_at) VALUES (?, ?, ?)',
      lookupOf(token),
      userId,
      expiresAt,
    );
  });
  return { token, expiresAt };
}

/** Uses a sign-in link up and gives the new session's token, or undefined where the link does not work (any more). */
export function signIn(store: Store, linkToken: string): string | undefined {
  return store.database.transaction(() => {
    const link = store.database.get<{ userId: string }>(
      'DELETE FROM sign_in_links WHERE token_hash = ? AND expires_at > ? RETURNING user_id AS userId',
      lookupOf(linkToken),
      store.now(),
    );
    return link && startSession(store, link.userId);
  });
}

/** Starts a session for somebody who has shown who they are; gives its token for the cookie. */
export function startSession(store: Store, userId: string): string {
  const token = newToken();
  const now = store.now();
  store.database.run(
    `INSERT INTO sessions (token_hash, id, user_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
    lookupOf(token),
    newId('session'),
    userId,
    now,
    now,
    now + sessionLifetime,
  );
  return token;
}

/** The session of a cookie's token. Once a day its use moves its end. */
export function findSession(store: Store, token: string): Session | undefined {
  const lookup = lookupOf(token);
  const now = store.now();
  const row = store.database.get<
    Omit<User, 'id'> & { id: string; userId: string; seenAt: number; expiresAt: number }
  >(
    `SELECT s.id, s.seen_at AS seenAt, s.expires_at AS expiresAt, u.id AS userId, u.username, u.name, u.email
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ? AND s.expires_at > ?`,
    lookup,
    now,
  );
  if (row === undefined) return undefined;
  const renewed = now - row.seenAt > day;
  const expiresAt = renewed ? now + sessionLifetime : row.expiresAt;
  if (renewed)
    store.database.run(
      'UPDATE sessions SET seen_at = ?, expires_at = ? WHERE token_hash = ?',
      now,
      expiresAt,
      lookup,
    );
  const { id, userId, username, name, email } = row;
  return { id, user: { id: userId, username, name, email }, expiresAt, renewed };
}

/** Ends a session. */
export function signOut(store: Store, sessionId: string): void {
  store.database.run('DELETE FROM sessions WHERE id = ?', sessionId);
}
