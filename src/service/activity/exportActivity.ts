import { join } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { openAsItIs, schemaOf } from '../store/database.ts';
import { refuseUnfinishedRestore, requireStore, storeFile } from '../store/dataFolder.ts';
import { migrations } from '../store/migrations.ts';
import { activityLines } from './activityLines.ts';
import type { ActivityFilter } from './activityLines.ts';

/** What {@link exportActivity} needs. */
export interface ActivityExport extends ActivityFilter {
  dataDir: string;
  /** The username of the workspace. */
  workspace: string;
}

/**
 * A workspace's audit trail as pieces of JSON Lines, for whoever runs the service. Needs no master key, and works while the
 * service runs.
 * @throws {SightlineError} `notFound` where there is no such workspace, `store` where the folder holds no store of this version.
 */
export async function* exportActivity({
  dataDir,
  workspace,
  ...filter
}: ActivityExport): AsyncGenerator<string, void> {
  requireStore(dataDir);
  refuseUnfinishedRestore(dataDir);
  const database = openAsItIs(join(dataDir, storeFile));
  try {
    if (schemaOf(database) !== migrations.length)
      throw new SightlineError('store', 'This data folder is of another version of Sightline.', {
        hint: 'Use the version that the service runs with.',
      });
    const found = database.get<{ id: string }>('SELECT id FROM workspaces WHERE username = ?', workspace);
    if (found === undefined)
      throw new SightlineError('notFound', `There is no workspace named ${workspace}.`);
    yield* activityLines({ database }, found.id, filter);
  } finally {
    database.close();
  }
}
