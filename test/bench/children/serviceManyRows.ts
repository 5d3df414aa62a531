/**
 * The pages and lists of a service whose data folder holds 1,000,000 lines of the audit trail and 100,000 keys, rows of usage
 * and jobs: milliseconds of processor time of each answer, the median, and its bytes. Then how the service is held up while
 * what is older than it keeps is deleted.
 */
import { get } from 'node:http';
import path from 'node:path';
import { startService } from '../../../src/service/startService.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import { firstOwner } from '../../../src/service/store/people.ts';
import { deleteSlice } from '../../../src/service/store/retention.ts';
import type { Retention } from '../../../src/service/store/retention.ts';
import { createTeam } from '../../../src/service/store/workspaces.ts';
import { signedIn } from '../../support/service/signedIn.ts';
import { median } from '../figure.ts';

const [scratch] = process.argv.slice(2) as [string];
const rounds = 9;
const dataDir = path.join(scratch, 'many-rows');
fill();

const { url, signInUrl, close } = await startService({ dataDir, rateLimits: { default: 1e9 } });
const { cookie } = await signedIn({ url, signInUrl });
const times: Record<string, number> = {};
const sizes: Record<string, number> = {};
for (const place of [
  '/',
  '/activity',
  '/activity?usage=all',
  '/settings?tab=api-keys',
  '/settings?tab=integrations',
  '/settings?tab=team',
  '/sessions',
  '/api/activity',
  '/api/usage',
  '/api/api-keys',
  '/api/jobs',
  '/api/jobs?state=done',
  '/api/jobs?hostId=host_7',
  '/api/hosts',
  '/api/members',
  '/api/account/summary',
]) {
  const first = inTeam(place);
  await measure(place, first);
  const { next } = await ask(first);
  if (next !== undefined) await measure(`${place} next page`, next);
}
await close();
console.log(
  JSON.stringify({ times, sizes, slices: { activity: slices({}), jobs: slices({ activity: 0 }) } }),
);
process.exit();

/** The longest of 300 slices of deleting, or of all that there are, in milliseconds of the processor's time, when all is older than it is kept. */
function slices(retention: Retention): number {
  const store = openStore({ dataDir, now: () => Date.now() + 800 * 24 * 60 * 60 * 1000 });
  let longest = 0;
  for (let slice = 0; slice < 300; slice++) {
    const before = process.threadCpuUsage();
    const isMore = deleteSlice(store, retention);
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    if (!isMore && slice < 10) throw new Error('There was less to delete than was filled in.');
    if (!isMore) break;
  }
  store.close();
  return longest;
}

/** A team with all these rows; the rows have times of their own, a second apart. */
function fill(): void {
  const store = openStore({ dataDir });
  const { database } = store;
  const owner = firstOwner(store, 'Owner');
  const now = Date.now();
  database.transaction(() => {
    const actor = { kind: 'user' as const, id: owner.id, name: owner.username };
    const { id } = createTeam(store, { username: 'acme', fullName: 'Acme', actor });
    const numbers = (count: number) =>
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
    database.run(
      `${numbers(1_000_000)} INSERT INTO activity
         (workspace_id, at, actor_kind, actor_id, actor_name, action, subject_id, subject)
       SELECT ?, ? - (1000000 - i) * 1000, 'user', 'user_1', 'ada', 'key.created', 'key_' || i, 'key ' || i FROM n`,
      id,
      now,
    );
    database.run(
      `${numbers(100_000)} INSERT INTO service_keys
         (id, workspace_id, name, key_prefix, lookup, sealed, created_by, created_at)
       SELECT 'key_' || i, ?, 'key ' || i, 'sl_01234567', CAST('lookup ' || i AS BLOB), zeroblob(80), 'user_1',
         ? - i * 1000 FROM n`,
      id,
      now,
    );
    database.run(
      `${numbers(100_000)} INSERT INTO usage
         (workspace_id, key_id, key_name, model, requests, input_tokens, output_tokens, last_used_at)
       SELECT ?, 'key_' || (i / 10), 'key ' || (i / 10), 'openai/model-' || i, i, i, i, ? - i * 1000 FROM n`,
      id,
      now,
    );
    database.run(
      `${numbers(1000)} INSERT INTO hosts (id, workspace_id, name, created_at)
       SELECT 'host_' || i, ?, 'host ' || i, ? - i * 1000 FROM n`,
      id,
      now,
    );
    database.run(
      `${numbers(100_000)} INSERT INTO jobs
         (id, workspace_id, host_id, name, state, input, created_at, started_at, finished_at)
       SELECT 'job_' || i, ?, 'host_' || (i % 1000), 'job ' || i, iif(i % 10 = 0, 'queued', 'done'), '1', ? + i,
         ?, iif(i % 10 = 0, NULL, ?) FROM n`,
      id,
      ...[now, now, now],
    );
    database.run(
      `${numbers(999)} INSERT INTO users (id, username, name, email, created_at)
       SELECT 'user_' || i, 'person-' || i, 'Person ' || i, 'person-' || i || '@example.com', ? + i FROM n`,
      now,
    );
    database.run(
      `${numbers(999)} INSERT INTO memberships SELECT ?, 'user_' || i, iif(i % 2, 'admin', 'viewer'), ? + i FROM n`,
      id,
      now,
    );
    database.run(
      `${numbers(1000)} INSERT INTO invitations (id, workspace_id, email, role, invited_by, created_at)
       SELECT 'invitation_' || i, ?, 'guest-' || i || '@example.com', 'viewer', 'ada', ? + i FROM n`,
      id,
      now,
    );
  });
  store.close();
}

function inTeam(place: string): string {
  return `${place}${place.includes('?') ? '&' : '?'}owner=acme`;
}

async function measure(name: string, place: string): Promise<void> {
  await ask(place);
  const used: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    sizes[name] = (await ask(place)).bytes / 1024;
    const { user, system } = process.cpuUsage(before);
    used.push((user + system) / 1000);
  }
  times[name] = median(used);
}

/** An answer's length, and where it says the next page is. */
function ask(place: string): Promise<{ bytes: number; next: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url + place, { headers: { cookie } }, response => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const body = Buffer.concat(pieces);
        if (response.statusCode !== 200)
          reject(new Error(`${place} was answered ${response.statusCode ?? ''}: ${body.toString()}`));
        const linked = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
        const paged = /<a rel="next" href="([^"#]+)/.exec(body.toString())?.[1]?.replaceAll('&amp;', '&');
        resolve({ bytes: body.length, next: linked ?? paged });
      });
    }).once('error', reject);
  });
}
