import { Option } from '@commander-js/extra-typings';
import path from 'node:path';
import { configFolderPath } from '../../platform/saved/configFolder.ts';
import type { Session } from '../session.ts';

/** The option that says where the data of the service is. */
export const dataOption = () =>
  new Option('--data <folder>', 'data folder (default: "service" in the configuration folder)');

/** The data folder, and the master key where the environment has it. */
export function dataPlace(
  { env }: Session,
  given: string | undefined,
): { dataDir: string; masterKey?: string } {
  const dataDir = path.resolve(given ?? path.join(configFolderPath(env), 'service'));
  const masterKey = env.SIGHTLINE_MASTER_KEY?.trim();
  return { dataDir, ...(masterKey ? { masterKey } : {}) };
}

/** No other command needs it. */
export const loadService = () => import('../../service/index.ts');
