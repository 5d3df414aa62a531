import path from 'node:path';
import { hubAddress } from '../../captioning/hub/hubAddress.ts';
import { defaultHub } from '../../captioning/models/captioners.ts';
import { ModelStore } from '../../captioning/models/modelStore.ts';
import type { Session } from '../session.ts';

/** The folder of the models on this machine: SIGHTLINE_MODELS_DIR, else "models" in the configuration folder. */
export function modelFolder({ env, folder }: Pick<Session, 'env' | 'folder'>): string {
  return env.SIGHTLINE_MODELS_DIR ? path.resolve(env.SIGHTLINE_MODELS_DIR) : path.join(folder.path, 'models');
}

/** The models in it. */
export function openModelStore(session: Pick<Session, 'env' | 'folder'>): ModelStore {
  return new ModelStore(modelFolder(session));
}

/**
 * Where models are downloaded from: a mirror that is given, else SIGHTLINE_MODELS_MIRROR, else the hub.
 * @throws {ValueError} where it is no address to download from.
 */
export function hubFor({ env }: Pick<Session, 'env'>, given: string | undefined): string {
  return hubAddress((given ?? env.SIGHTLINE_MODELS_MIRROR?.trim()) || defaultHub);
}
