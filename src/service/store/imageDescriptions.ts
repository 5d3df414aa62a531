import { sha256Of } from '../../base/node/hash.ts';
import type { ServiceStore } from './openStore.ts';

/** What the description of an image is found by, within a workspace. */
export interface ImageDescriptionKey {
  workspaceId: string;
  /** SHA-256 of the image's bytes, hexadecimal. */
  image: string;
  question: string;
  /** The model that described it, as the gateway names it. */
  model: string;
}

/** Descriptions that a workspace keeps: those used longest ago go first. */
export const mostDescriptions = 10_000;

/** Milliseconds for which a use is not written again: not each turn of a conversation is to wait for the disk. */
const useResolution = 60 * 60 * 1000;

/** A description that was kept. */
export function findDescription(store: ServiceStore, key: ImageDescriptionKey): string | undefined {
  const found = store.database.get<{ number: number; text: string; usedAt: number }>(
    `SELECT number, text, used_at AS usedAt FROM image_descriptions
     WHERE workspace_id = ? AND image = ? AND question = ? AND model = ?`,
    ...valuesOf(key),
  );
  if (found !== undefined && store.now() - found.usedAt > useResolution)
    store.database.run(
      'UPDATE image_descriptions SET used_at = ? WHERE number = ?',
      store.now(),
      found.number,
    );
  return found?.text;
}

/** Keeps a description; where a workspace has more than it may, those used longest ago go. */
export function keepDescription(store: ServiceStore, key: ImageDescriptionKey, text: string): void {
  store.database.transaction(() => {
    store.database.run(
      `INSERT INTO image_descriptions (workspace_id, image, question, model, text, used_at)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (workspace_id, image, question, model) DO UPDATE SET text = excluded.text, used_at = excluded.used_at`,
      ...valuesOf(key),
      text,
      store.now(),
    );
    store.database.run(
      `DELETE FROM image_descriptions WHERE number IN (SELECT number FROM image_descriptions
       INDEXED BY image_descriptions_used WHERE workspace_id = ? ORDER BY used_at DESC LIMIT 100 OFFSET ?)`,
      key.workspaceId,
      mostDescriptions,
    );
  });
}

/** Erases all descriptions of a workspace. */
export function eraseDescriptions(store: ServiceStore, workspaceId: string): void {
  store.database.run('DELETE FROM image_descriptions WHERE workspace_id = ?', workspaceId);
}

function valuesOf({ workspaceId, image, question, model }: ImageDescriptionKey) {
  return [workspaceId, Buffer.from(image, 'hex'), Buffer.from(sha256Of(question), 'hex'), model] as const;
}
