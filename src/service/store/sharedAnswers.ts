import { ownTurn } from '../../base/node/ownTurn.ts';
import type { SharedAnswer } from '../../platform/shapes.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';

/** What a workspace keeps of shared answers: those used longest ago go first. */
export const mostSharedAnswers = { answers: 100_000, bytes: 256 * 1024 * 1024 };

/** Bytes that each takes beside its text. */
const bytesBeside = 200;
/** Milliseconds for which a use is not written again. */
const useResolution = 24 * 60 * 60 * 1000;

/** Those of the keys that a workspace knows the answer to. */
export function findSharedAnswers(
  store: ServiceStore,
  workspaceId: string,
  keys: readonly string[],
): SharedAnswer[] {
  return store.database.transaction(() => [...new Set(keys)].flatMap(key => find(store, workspaceId, key)));
}

function find(store: ServiceStore, workspaceId: string, key: string): SharedAnswer[] {
  const found = store.database.get<Omit<SharedAnswer, 'key'> & { number: number; usedAt: number }>(
    `SELECT number, text, model, width, height, used_at AS usedAt FROM shared_answers
     WHERE workspace_id = ? AND key = ?`,
    workspaceId,
    Buffer.from(key, 'hex'),
  );
  if (found === undefined) return [];
  const { number, usedAt, ...answer } = found;
  if (store.now() - usedAt > useResolution)
    store.database.run('UPDATE shared_answers SET used_at = ? WHERE number = ?', store.now(), number);
  return [{ key, ...answer }];
}

/** Keeps answers; each replaces the one before. Where a workspace has more than it may, those used longest ago go. */
export function keepSharedAnswers(
  store: ServiceStore,
  workspaceId: string,
  answers: readonly SharedAnswer[],
  most = mostSharedAnswers,
): void {
  store.database.transaction(() => {
    for (const { key, text, model, width, height } of answers)
      store.database.run(
        `INSERT INTO shared_answers (workspace_id, key, text, model, width, height, bytes, used_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (workspace_id, key) DO UPDATE SET text = excluded.text, model = excluded.model,
           width = excluded.width, height = excluded.height, bytes = excluded.bytes, used_at = excluded.used_at`,
        ...[workspaceId, Buffer.from(key, 'hex'), text, model, width, height],
        Buffer.byteLength(text) + bytesBeside,
        store.now(),
      );
    while (isBeyond(store, workspaceId, most)) removeOldest(store, workspaceId);
  });
}

function isBeyond(store: ServiceStore, workspaceId: string, most: typeof mostSharedAnswers): boolean {
  const { answers, bytes } = countSharedAnswers(store, workspaceId);
  return answers > most.answers || bytes > most.bytes;
}

function removeOldest(store: ServiceStore, workspaceId: string): void {
  store.database.run(
    `DELETE FROM shared_answers WHERE number IN (SELECT number FROM shared_answers
     INDEXED BY shared_answers_used WHERE workspace_id = ? ORDER BY used_at LIMIT 50)`,
    workspaceId,
  );
}

/** How many answers a workspace shares, and the bytes that they take: kept beside them by the store itself. */
export function countSharedAnswers(
  store: ServiceStore,
  workspaceId: string,
): { answers: number; bytes: number } {
  const counted = store.database.get<{ answers: number; bytes: number }>(
    'SELECT answers, bytes FROM shared_answer_totals WHERE workspace_id = ?',
    workspaceId,
  );
  return counted ?? { answers: 0, bytes: 0 };
}

/** Deletes all answers that a workspace shares, a few at a time: requests have their turn between them. */
export async function deleteSharedAnswers(
  store: ServiceStore,
  workspaceId: string,
  actor: Actor,
): Promise<void> {
  // What is shared meanwhile stays.
  const { newest } = store.database.get<{ newest: number | null }>(
    'SELECT max(number) AS newest FROM shared_answers',
  ) ?? { newest: null };
  while (deleteSome(store, workspaceId, newest ?? 0)) await ownTurn();
  const subject = { subjectId: workspaceId, subject: 'Workspace' };
  record(store, { workspaceId, ...subject, actor, action: 'sharedAnswers.deleted' });
}

function deleteSome(store: ServiceStore, workspaceId: string, newest: number): boolean {
  const deleted = store.database.run(
    `DELETE FROM shared_answers WHERE number IN (SELECT number FROM shared_answers
     INDEXED BY shared_answers_used WHERE workspace_id = ? AND number <= ? ORDER BY used_at LIMIT 100)`,
    workspaceId,
    newest,
  );
  return deleted > 0;
}
