import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { countedModels, otherModels } from './usage.ts';

/** Whose requests they were: a key, and the member who made it. */
export interface Spender {
  workspaceId: string;
  keyId: string;
  keyName: string;
  memberId: string;
}

/** What requests of a key to a model have cost on one day. Money is in billionths of a dollar. */
export interface SpendSum {
  /** Days since 1970, in UTC. */
  day: number;
  model: string;
  requests: number;
  /** How many of them had no known price. */
  unpriced: number;
  inputTokens: number;
  outputTokens: number;
  nano: number;
}

/** The same as it is kept. */
export interface SpendRow extends SpendSum {
  keyId: string;
  keyName: string;
  memberId: string;
  memberName: string;
}

/** Adds to what was spent; to be called within a transaction. */
export function addSpend(
  store: ServiceStore,
  { workspaceId, keyId, keyName, memberId, ...sum }: Spender & SpendSum,
): void {
  const { database } = store;
  const model = hasRoom(store, { workspaceId, keyId, ...sum }) ? sum.model : otherModels;
  const member = database.get<{ username: string }>('SELECT username FROM users WHERE id = ?', memberId);
  database.run(
    `INSERT INTO spend (workspace_id, day, key_id, model, key_name, member_id, member_name, requests, unpriced,
       input_tokens, output_tokens, nano)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, day, key_id, model) DO UPDATE SET key_name = excluded.key_name,
       requests = requests + excluded.requests, unpriced = unpriced + excluded.unpriced,
       input_tokens = input_tokens + excluded.input_tokens,
       output_tokens = output_tokens + excluded.output_tokens, nano = nano + excluded.nano`,
    workspaceId,
    sum.day,
    keyId,
    model,
    keyName,
    memberId,
    member?.username ?? '',
    sum.requests,
    sum.unpriced,
    sum.inputTokens,
    sum.outputTokens,
    sum.nano,
  );
  if (sum.nano === 0) return;
  for (const id of ['', keyId])
    database.run(
      `INSERT INTO spend_totals (workspace_id, key_id, day, nano) VALUES (?, ?, ?, ?)
       ON CONFLICT (workspace_id, key_id, day) DO UPDATE SET nano = nano + excluded.nano`,
      workspaceId,
      id,
      sum.day,
      sum.nano,
    );
}

/** Whether a model has its row of that day already, or may get one: names of models are the client's. */
function hasRoom(
  { database }: ServiceStore,
  { workspaceId, day, keyId, model }: { workspaceId: string; day: number; keyId: string; model: string },
): boolean {
  const has = database.get(
    'SELECT 1 FROM spend WHERE workspace_id = ? AND day = ? AND key_id = ? AND model = ?',
    workspaceId,
    day,
    keyId,
    model,
  );
  if (has !== undefined) return true;
  const models = database.get<{ count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM spend WHERE workspace_id = ? AND day = ? AND key_id = ? LIMIT ?)`,
    workspaceId,
    day,
    keyId,
    countedModels,
  );
  return (models?.count ?? 0) < countedModels;
}

const columns = `day, key_id AS keyId, key_name AS keyName, member_id AS memberId, member_name AS memberName, model,
  requests, unpriced, input_tokens AS inputTokens, output_tokens AS outputTokens, nano`;

/** What a workspace has spent by day, key and model, the latest day first. @throws {BadCursor} */
export function pageSpend(store: ServiceStore, workspaceId: string, request: PageRequest): Page<SpendRow> {
  const list = { columns, from: 'spend', where: 'workspace_id = ?', values: [workspaceId] };
  return readPage(store, { ...list, by: ['day', 'key_id', 'model'], descending: true }, request);
}

/** What a workspace has spent from a day on, in billionths of a dollar. */
export function spentSince(
  { database }: ServiceStore,
  { workspaceId, day }: { workspaceId: string; day: number },
): number {
  const found = database.get<{ nano: number | null }>(
    "SELECT sum(nano) AS nano FROM spend_totals WHERE workspace_id = ? AND key_id = '' AND day >= ?",
    workspaceId,
    day,
  );
  return found?.nano ?? 0;
}

/** Deletes some rows of days before the one given. False where there are none. */
export function deleteOldSpend({ database }: ServiceStore, day: number): boolean {
  const rows = database.run(
    `DELETE FROM spend WHERE (workspace_id, day, key_id, model) IN
       (SELECT workspace_id, day, key_id, model FROM spend INDEXED BY spend_age WHERE day < ? ORDER BY day LIMIT 50)`,
    day,
  );
  return rows > 0;
}

/** The same of the sums of days, which budgets of a month are held against. */
export function deleteOldTotals({ database }: ServiceStore, day: number): boolean {
  const rows = database.run(
    `DELETE FROM spend_totals WHERE (workspace_id, key_id, day) IN
       (SELECT workspace_id, key_id, day FROM spend_totals INDEXED BY spend_totals_age WHERE day < ? ORDER BY day LIMIT 50)`,
    day,
  );
  return rows > 0;
}
