import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import { eraseDescriptions } from './imageDescriptions.ts';
import type { ServiceStore } from './openStore.ts';

/** Models of a workspace that get images as words, by their names in the gateway. */
export interface TextOnlyModels {
  /** The vision model that describes the images. */
  describedBy: string;
  models: string[];
}

/** A workspace's text-only models; undefined where images are not described. */
export function findTextOnlyModels(store: ServiceStore, workspaceId: string): TextOnlyModels | undefined {
  const describer = store.database.get<{ model: string }>(
    'SELECT model FROM image_describers WHERE workspace_id = ?',
    workspaceId,
  );
  if (describer === undefined) return undefined;
  const models = store.database.all<{ model: string }>(
    'SELECT model FROM text_only_models WHERE workspace_id = ? ORDER BY model',
    workspaceId,
  );
  return { describedBy: describer.model, models: models.map(({ model }) => model) };
}

/** The vision model that describes images for a model; undefined where that gets its images as they are. */
export function findDescriber(store: ServiceStore, workspaceId: string, model: string): string | undefined {
  return store.database.get<{ model: string }>(
    `SELECT d.model FROM text_only_models t JOIN image_describers d ON d.workspace_id = t.workspace_id
     WHERE t.workspace_id = ? AND t.model = ?`,
    workspaceId,
    model,
  )?.model;
}

/** Sets a workspace's text-only models and who describes images for them. */
export function saveTextOnlyModels(
  store: ServiceStore,
  { workspaceId, describedBy, models, actor }: TextOnlyModels & { workspaceId: string; actor: Actor },
): void {
  store.database.transaction(() => {
    store.database.run(
      `INSERT INTO image_describers (workspace_id, model, updated_at) VALUES (?, ?, ?)
       ON CONFLICT (workspace_id) DO UPDATE SET model = excluded.model, updated_at = excluded.updated_at`,
      workspaceId,
      describedBy,
      store.now(),
    );
    store.database.run('DELETE FROM text_only_models WHERE workspace_id = ?', workspaceId);
    for (const model of models)
      store.database.run(
        'INSERT INTO text_only_models (workspace_id, model) VALUES (?, ?)',
        workspaceId,
        model,
      );
    const detail = models.join(', ').slice(0, 500);
    record(store, { ...subject(workspaceId, describedBy), actor, action: 'imageDescriber.saved', detail });
  });
}

/** Has images no longer described, and erases the descriptions. False where they were not. */
export function removeTextOnlyModels(store: ServiceStore, workspaceId: string, actor: Actor): boolean {
  return store.database.transaction(() => {
    const before = findTextOnlyModels(store, workspaceId);
    if (before === undefined) return false;
    // Its models go with it.
    store.database.run('DELETE FROM image_describers WHERE workspace_id = ?', workspaceId);
    eraseDescriptions(store, workspaceId);
    record(store, { ...subject(workspaceId, before.describedBy), actor, action: 'imageDescriber.removed' });
    return true;
  });
}

function subject(workspaceId: string, describedBy: string) {
  return { workspaceId, subjectId: describedBy, subject: describedBy };
}
