import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';

/** What one request through the gateway used, tokens as far as the provider counted them. */
export interface GatewayUse {
  workspaceId: string;
  keyId: string;
  keyName: string;
  /** Who made the key. */
  memberId: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** What it cost, in billionths of a dollar, where the price is known. */
  nano?: number | undefined;
}

/** The sum of a key's requests to a model. */
export interface UsageRow {
  keyId: string;
  keyName: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  lastUsedAt: number;
}

/** Collects counts in memory and writes them together, so that no request waits for them. */
export interface UsageRecorder {
  /** A key was used. */
  countKey: (keyId: string) => void;
  /** A request went through the gateway. */
  countGateway: (use: GatewayUse) => void;
  /** Writes what was collected. */
  flush: () => void;
  /** Writes the rest and stops. */
  close: () => void;
}

/** Models of a key that are counted each for itself: their names are the client's. Those beyond are counted together. */
export const countedModels = 50;
/** The name under which a key's models beyond {@link countedModels} are counted; that of a model has a slash. */
export const otherModels = 'other';

/** Milliseconds between two writes; a process that is killed loses the counts of this long, and nothing else. */
const flushInterval = 1000;

/** Starts collecting. `onError` hears of a write that failed; its counts are tried again with the next. */
export function recordUsage(store: ServiceStore, onError: (error: unknown) => void): UsageRecorder {
  let keys = new Map<string, { count: number; at: number }>();
  let gateway = new Map<string, UsageRow & { workspaceId: string }>();

  const flush = () => {
    if (keys.size === 0 && gateway.size === 0) return;
    store.database.transaction(() => {
      for (const [id, { count, at }] of keys)
        store.database.run(
          `UPDATE service_keys SET usage_count = usage_count + ?, last_used_at = max(coalesce(last_used_at, 0), ?)
           WHERE id = ?`,
          count,
          at,
          id,
        );
      for (const row of gateway.values()) addUsage(store, row);
    });
    keys = new Map();
    gateway = new Map();
  };

  const flushQuietly = () => {
    try {
      flush();
    } catch (error) {
      onError(error);
    }
  };
  const timer = setInterval(flushQuietly, flushInterval);
  timer.unref();

  return {
    countKey: keyId => {
      const entry = keys.get(keyId) ?? { count: 0, at: 0 };
      keys.set(keyId, { count: entry.count + 1, at: store.now() });
    },
    countGateway: ({ workspaceId, keyId, keyName, model, inputTokens, outputTokens }) => {
      const place = JSON.stringify([workspaceId, keyId, model]);
      const row = gateway.get(place) ?? {
        ...{ workspaceId, keyId, keyName, model },
        requests: 0,
        inputTokens: 0,
        outputTokens: 0,
        lastUsedAt: 0,
      };
      gateway.set(place, {
        ...row,
        requests: row.requests + 1,
        inputTokens: row.inputTokens + inputTokens,
        outputTokens: row.outputTokens + outputTokens,
        lastUsedAt: store.now(),
      });
    },
    flush,
    close: () => {
      clearInterval(timer);
      flushQuietly();
    },
  };
}

function addUsage(store: ServiceStore, row: UsageRow & { workspaceId: string }): void {
  const model = hasRoom(store, row) ? row.model : otherModels;
  store.database.run(
    `INSERT INTO usage
       (workspace_id, key_id, key_name, model, requests, input_tokens, output_tokens, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, key_id, model) DO UPDATE SET requests = requests + excluded.requests,
       input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
       last_used_at = max(last_used_at, excluded.last_used_at), key_name = excluded.key_name`,
    row.workspaceId,
    row.keyId,
    row.keyName,
    model,
    row.requests,
    row.inputTokens,
    row.outputTokens,
    row.lastUsedAt,
  );
}

/** Whether a model has its row already, or may get one. */
function hasRoom(
  store: ServiceStore,
  { workspaceId, keyId, model }: Pick<GatewayUse, 'workspaceId' | 'keyId' | 'model'>,
): boolean {
  const has = store.database.get(
    'SELECT 1 FROM usage WHERE workspace_id = ? AND key_id = ? AND model = ?',
    workspaceId,
    keyId,
    model,
  );
  if (has !== undefined) return true;
  const models = store.database.get<{ count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM usage WHERE workspace_id = ? AND key_id = ? AND model <> ? LIMIT ?)`,
    workspaceId,
    keyId,
    otherModels,
    countedModels,
  );
  return (models?.count ?? 0) < countedModels;
}

const columns = `key_id AS keyId, key_name AS keyName, model, requests, input_tokens AS inputTokens,
  output_tokens AS outputTokens, last_used_at AS lastUsedAt`;

/**
 * A workspace's usage per key and model, the latest first, or that of one key; also of keys that were revoked since.
 * @throws {BadCursor}
 */
export function pageUsage(
  store: ServiceStore,
  workspaceId: string,
  { keyId, ...request }: PageRequest & { keyId?: string | undefined },
): Page<UsageRow> {
  const order = { by: ['last_used_at', 'rowid'], descending: true };
  const list =
    keyId === undefined
      ? { from: 'usage INDEXED BY usage_latest', where: 'workspace_id = ?', values: [workspaceId] }
      : { from: 'usage', where: 'workspace_id = ? AND key_id = ?', values: [workspaceId, keyId] };
  return readPage(store, { columns, ...list, ...order }, request);
}
