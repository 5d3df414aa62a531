import { constants, copyFile, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { SightlineError, ValueError } from '../../base/errors.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { makeFolders } from '../../base/node/makeFolder.ts';
import { hashFile } from './fileHash.ts';
import { kindOfModelType, type CaptionerKind } from './captionerKind.ts';
import { findCaptioner, isModelId } from './captioners.ts';
import type { InstalledModel } from './installedModel.ts';
import { chooseModelFiles } from './modelFiles.ts';
import type { ModelStore } from './modelStore.ts';
import { modelStoreFailure } from './modelStoreFailure.ts';

/** Bytes of a `config.json`. */
const largestConfig = 1_000_000;

/** How a folder becomes a model. */
export interface AddFromFolderOptions {
  signal?: AbortSignal;
  /** Hears of each file before it is copied. */
  onFile?: (file: string) => void;
}

/**
 * Copies a model out of a folder that has the files of one as the hub lists them: `config.json`, `tokenizer.json`,
 * `onnx/`. Nothing is asked of any server.
 * @throws {ValueError} where the name cannot be one, {@link SightlineError} `notFound` where files are missing.
 */
export async function addFromFolder(
  store: ModelStore,
  id: string,
  folder: string,
  { signal, onFile }: AddFromFolderOptions = {},
): Promise<InstalledModel> {
  if (!isModelId(id))
    throw new ValueError(
      'The name of a model must be lowercase letters, digits, dots, hyphens and underscores.',
    );
  const kind = await kindOf(folder);
  const { paths, weights } = chooseModelFiles(kind, await filesIn(folder));
  return store.exclusively(id, async () => {
    try {
      const own = store.folderOf(id);
      await makeFolders(path.join(own, 'onnx'));
      const files: InstalledModel['files'] = [];
      for (const name of paths) {
        signal?.throwIfAborted();
        onFile?.(name);
        const place = path.join(own, ...name.split('/'));
        await copyFile(path.join(folder, ...name.split('/')), place, constants.COPYFILE_FICLONE);
        const bytes = await sizeOf(place);
        files.push({ path: name, bytes, sha256: (await hashFile(place, bytes, signal)).sha256 });
      }
      const known = findCaptioner(id);
      const model: InstalledModel = {
        ...{ format: 1, id, label: known?.label ?? id, kind, weights, files },
        ...(known === undefined ? {} : { licence: known.licence }),
        source: folder,
        addedAt: Date.now(),
      };
      await store.complete(model);
      return model;
    } catch (error) {
      signal?.throwIfAborted();
      throw modelStoreFailure(`The model ${id}`, error, 'written');
    }
  });
}

async function kindOf(folder: string): Promise<CaptionerKind> {
  const config = parseJson(await readConfig(path.join(folder, 'config.json')));
  const kind = kindOfModelType(isJsonObject(config) ? config.model_type : undefined);
  if (kind !== undefined) return kind;
  throw new SightlineError('badRequest', `The model in ${folder} is of a kind that cannot be run here.`, {
    hint: 'Its config.json must have the model_type vision-encoder-decoder, florence2, smolvlm or idefics3.',
  });
}

async function readConfig(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      return size > largestConfig ? '' : await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw modelStoreFailure(`The file ${file}`, error, 'read');
  }
}

async function filesIn(folder: string): Promise<Set<string>> {
  const names = await readdir(folder).catch(() => []);
  const parts = await readdir(path.join(folder, 'onnx')).catch(() => []);
  return new Set([...names, ...parts.map(name => `onnx/${name}`)]);
}

async function sizeOf(file: string): Promise<number> {
  const handle = await open(file, 'r');
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
