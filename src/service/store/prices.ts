import type { Price } from '../../base/dollars.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';

/** A price that a workspace has set for itself: it counts in the place of the listed one. */
export interface OwnPrice extends Price {
  /** `provider/model`. */
  model: string;
  updatedAt: number;
}

const columns = 'model, input, output, updated_at AS updatedAt';

/** The prices that a workspace has set, by the names of the models. */
export function listPrices(store: ServiceStore, workspaceId: string): OwnPrice[] {
  return store.database.all<OwnPrice>(
    `SELECT ${columns} FROM prices WHERE workspace_id = ? ORDER BY model`,
    workspaceId,
  );
}

/** The price that a workspace has set for a model, if it has. */
export function findPrice(store: ServiceStore, workspaceId: string, model: string): OwnPrice | undefined {
  return store.database.get<OwnPrice>(
    `SELECT ${columns} FROM prices WHERE workspace_id = ? AND model = ?`,
    workspaceId,
    model,
  );
}

/** Sets a price. */
export function savePrice(
  store: ServiceStore,
  {
    workspaceId,
    actor,
    model,
    input,
    output,
  }: { workspaceId: string; actor: Actor; model: string; input: number; output: number },
): void {
  store.database.transaction(() => {
    store.database.run(
      `INSERT INTO prices (workspace_id, model, input, output, updated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (workspace_id, model) DO UPDATE SET input = excluded.input, output = excluded.output,
         updated_at = excluded.updated_at`,
      workspaceId,
      model,
      input,
      output,
      store.now(),
    );
    const detail = `$${input} and $${output} per million tokens`;
    record(store, { workspaceId, actor, action: 'price.saved', subjectId: model, subject: model, detail });
  });
}

/** Takes a price back. False where there is none. */
export function removePrice(store: ServiceStore, workspaceId: string, model: string, actor: Actor): boolean {
  return store.database.transaction(() => {
    const removed = store.database.run(
      'DELETE FROM prices WHERE workspace_id = ? AND model = ?',
      workspaceId,
      model,
    );
    if (removed === 0) return false;
    record(store, { workspaceId, actor, action: 'price.removed', subjectId: model, subject: model });
    return true;
  });
}
