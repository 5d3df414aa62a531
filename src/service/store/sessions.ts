import type { ServiceStore } from './openStore.ts';
import type { User } from './people.ts';
import { lookupOf, newId, newToken } from './secrets.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** Milliseconds that a session lives on after its last use. */
export const sessionLifetime = 30 * day;

/**
 * What a sign-in link was made for, and how many milliseconds it works: at a start of the service for its first owner,
 * by a person for another browser of theirs, or by whoever runs the service.
 */
export const linkLifetimes = { start: day, personal: 10 * minute, operator: day } as const;
export type LinkPurpose = keyof typeof linkLifetimes;

/** How far the time of a session's last use may be off, in milliseconds: it is not written at every request. */
const seenPrecision = 5 * minute;
/** Sessions and unused links of one person; the oldest make room. */
const most = 100;

/** A browser that is signed in. */
export interface BrowserSession {
  /** Names it in logs and limits; the token in the cookie is another. */
  id: string;
  user: User;
  expiresAt: number;
  /** Whether this use has moved the end: the cookie's end then moves too. */
  renewed: boolean;
}

/** A session as its person sees it in the list. */
export interface ListedSession {
  id: string;
  /** `Firefox on Linux`; empty where the browser did not say, and for sessions of version 0.2. */
  browser: string;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
}

/** Makes the token of a link that signs `userId` in, once. A link of a start replaces those of earlier starts. */
export function makeSignInToken(
  store: ServiceStore,
  userId: string,
  purpose: LinkPurpose,
): { token: string; expiresAt: number } {
  const token = newToken();
  const expiresAt = store.now() + linkLifetimes[purpose];
  store.database.transaction(() => {
    removeExpired(store);
    if (purpose === 'start') removeStartLinks(store);
    store.database.run(
      'INSERT INTO sign_in_links (token_hash, user_id, expires_at, purpose) VALUES (?, ?, ?, ?)',
      lookupOf(token),
      userId,
      expiresAt,
      purpose,
    );
    keepLatest(store, 'sign_in_links', 'rowid', userId);
  });
  return { token, expiresAt };
}

/** Makes the unused links of earlier starts stop working. */
export function removeStartLinks(store: ServiceStore): void {
  store.database.run("DELETE FROM sign_in_links WHERE purpose = 'start'");
}

/** Whether a person has ever signed in. */
export function hasSignedIn(store: ServiceStore, userId: string): boolean {
  return (
    store.database.get('SELECT 1 FROM users WHERE id = ? AND signed_in_at IS NOT NULL', userId) !== undefined
  );
}

/**
 * Uses a sign-in link up and returns the new session's token, or undefined where the link does not work (any more).
 * @param browser as the list of sessions shows it.
 */
export function signIn(store: ServiceStore, linkToken: string, browser: string): string | undefined {
  return store.database.transaction(() => {
    const link = store.database.get<{ userId: string }>(
      'DELETE FROM sign_in_links WHERE token_hash = ? AND expires_at > ? RETURNING user_id AS userId',
      lookupOf(linkToken),
      store.now(),
    );
    return link && startSession(store, link.userId, browser);
  });
}

/** Starts a session for somebody who has shown who they are; returns its token for the cookie. */
export function startSession(store: ServiceStore, userId: string, browser: string): string {
  const token = newToken();
  const now = store.now();
  store.database.transaction(() => {
    removeExpired(store);
    store.database.run(
      `INSERT INTO sessions (token_hash, id, user_id, created_at, seen_at, expires_at, browser)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      lookupOf(token),
      newId('session'),
      userId,
      now,
      now,
      now + sessionLifetime,
      browser,
    );
    keepLatest(store, 'sessions', 'expires_at', userId);
    store.database.run('UPDATE users SET signed_in_at = ? WHERE id = ?', now, userId);
  });
  return token;
}

/** The session of a cookie's token. Once a day its use moves its end. */
export function findSession(store: ServiceStore, token: string): BrowserSession | undefined {
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
  const renewed = now + sessionLifetime - row.expiresAt > day;
  const expiresAt = renewed ? now + sessionLifetime : row.expiresAt;
  if (renewed || now - row.seenAt > seenPrecision)
    store.database.run(
      'UPDATE sessions SET seen_at = ?, expires_at = ? WHERE token_hash = ?',
      now,
      expiresAt,
      lookup,
    );
  const { id, userId, username, name, email } = row;
  return { id, user: { id: userId, username, name, email }, expiresAt, renewed };
}

/** A person's sessions, the one used last first. */
export function listSessions(store: ServiceStore, userId: string): ListedSession[] {
  return store.database.all<ListedSession>(
    `SELECT id, browser, created_at AS createdAt, seen_at AS seenAt, expires_at AS expiresAt
     FROM sessions INDEXED BY sessions_seen WHERE user_id = ? AND expires_at > ? ORDER BY seen_at DESC, rowid DESC`,
    userId,
    store.now(),
  );
}

/** Ends one session of a person; false where they have no such session. */
export function endSession(store: ServiceStore, userId: string, sessionId: string): boolean {
  return store.database.run('DELETE FROM sessions WHERE id = ? AND user_id = ?', sessionId, userId) > 0;
}

/** Ends all sessions of a person, and makes their unused sign-in links stop working. Returns how many sessions ended. */
export function endAllSessions(store: ServiceStore, userId: string): number {
  return store.database.transaction(() => {
    store.database.run('DELETE FROM sign_in_links WHERE user_id = ?', userId);
    return store.database.run('DELETE FROM sessions WHERE user_id = ?', userId);
  });
}

/** Deletes sessions and sign-in links that work no more. */
export function removeExpired(store: ServiceStore): void {
  store.database.run('DELETE FROM sign_in_links WHERE expires_at <= ?', store.now());
  store.database.run('DELETE FROM sessions WHERE expires_at <= ?', store.now());
}

function keepLatest(store: ServiceStore, table: string, order: string, userId: string): void {
  store.database.run(
    `DELETE FROM ${table} WHERE user_id = ? AND rowid NOT IN
       (SELECT rowid FROM ${table} WHERE user_id = ? ORDER BY ${order} DESC, rowid DESC LIMIT ${most})`,
    userId,
    userId,
  );
}
