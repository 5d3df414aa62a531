import { browserAt } from './signedIn.ts';
import type { Browser } from './signedIn.ts';

/** Something that was asked of the service: `true` acknowledged, `false` asked and never answered. */
export interface Ledger {
  keys: Map<string, { key: string; revocation?: boolean }>;
  hosts: Map<string, { workerKey?: string; disconnection?: boolean }>;
  jobs: Map<string, { hostId: string; cancellation?: boolean }>;
  providers: Map<string, { key: string; acknowledged: boolean }[]>;
  teams: Map<string, boolean>;
}

/** An empty ledger. */
export function newLedger(): Ledger {
  return { keys: new Map(), hosts: new Map(), jobs: new Map(), providers: new Map(), teams: new Map() };
}

let counter = 0;

/**
 * Writes all sorts of things until the service is killed, several at once, and keeps book of what was acknowledged.
 * `onAnswer` is called with each acknowledgement.
 */
export async function writeUntilKilled(
  url: string,
  cookie: string,
  ledger: Ledger,
  onAnswer: () => void,
): Promise<void> {
  const browser = browserAt(url, cookie);
  const kinds = [keys, hosts, providers, teams];
  await Promise.all(
    kinds.map(async kind => {
      try {
        for (;;) await kind(browser, ledger, onAnswer);
      } catch (error) {
        // The connection broke: the service is dead. An answer that is no success is a failure of the test.
        if (error instanceof Refused) throw error;
      }
    }),
  );
}

class Refused extends Error {}

async function json(
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, string>> {
  const response = await browser.ask(method, path, body);
  const value = (await response.json()) as Record<string, string>;
  if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${JSON.stringify(value)}`);
  return value;
}

async function keys(browser: Browser, { keys: book }: Ledger, onAnswer: () => void): Promise<void> {
  const { keyId = '', key = '' } = await json(browser, 'POST', '/api/api-keys', {
    name: `key ${(counter += 1)}`,
  });
  const entry: { key: string; revocation?: boolean } = { key };
  book.set(keyId, entry);
  onAnswer();
  if (counter % 3 !== 0) return;
  entry.revocation = false;
  await json(browser, 'DELETE', `/api/api-keys?keyId=${keyId}`);
  entry.revocation = true;
  onAnswer();
}

async function hosts(browser: Browser, { hosts: book, jobs }: Ledger, onAnswer: () => void): Promise<void> {
  const created = await json(browser, 'POST', '/api/hosts', { name: `host ${(counter += 1)}` });
  const hostId = (created['host'] as unknown as { hostId: string }).hostId;
  const entry: { workerKey?: string; disconnection?: boolean } = {};
  book.set(hostId, entry);
  const { workerKey = '' } = await json(browser, 'POST', '/api/hosts/connect', { token: created['token'] });
  entry.workerKey = workerKey;
  for (let n = 0; n < 2; n += 1) {
    const { jobId = '' } = await json(browser, 'POST', '/api/jobs', { name: 'job', hostId });
    jobs.set(jobId, { hostId });
    onAnswer();
  }
  if (counter % 2 === 0) return;
  entry.disconnection = false;
  await json(browser, 'DELETE', `/api/hosts/${hostId}`);
  entry.disconnection = true;
  onAnswer();
}

async function providers(browser: Browser, { providers: book }: Ledger, onAnswer: () => void): Promise<void> {
  counter += 1;
  const name = `provider-${counter % 5}`;
  const saved = { key: `not-a-real-key-${counter}`, acknowledged: false };
  book.set(name, [...(book.get(name) ?? []), saved]);
  const body = { key: saved.key, baseUrl: 'https://provider.example/v1' };
  await json(browser, 'PUT', `/api/provider-keys/${name}`, body);
  saved.acknowledged = true;
  onAnswer();
}

async function teams(browser: Browser, ledger: Ledger, onAnswer: () => void): Promise<void> {
  const book = ledger.teams;
  // A person owns at most 50.
  if (book.size >= 45) return keys(browser, ledger, onAnswer);
  const username = `team-${(counter += 1)}`;
  book.set(username, false);
  await json(browser, 'POST', '/api/teams', { username, fullName: 'Team' });
  book.set(username, true);
  onAnswer();
}
