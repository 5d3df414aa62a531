import { lstat, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { makeFolders } from '../../base/node/makeFolder.ts';
import { takeProcessLock } from '../../base/node/processLock.ts';
import { writeWhole } from '../../base/node/writeWhole.ts';
import { isModelId } from './captioners.ts';
import {
  manifestName,
  planName,
  readInstalled,
  readPlan,
  type DownloadPlan,
  type InstalledModel,
} from './installedModel.ts';
import { modelStoreFailure } from './modelStoreFailure.ts';
import { t } from '../../base/l10n.ts';

/** A download that was begun and is not complete. */
export interface PartialModel {
  plan: DownloadPlan;
  /** Bytes that are here already. */
  bytes: number;
}

/** Most bytes of a manifest or plan. */
const largestManifest = 1_000_000;
/** Folders that are looked at. */
const mostFolders = 1000;

/** The models on this machine: a folder with a folder for each. */
export class ModelStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The folder of a model, whether or not it is there. */
  folderOf(id: string): string {
    if (!isModelId(id)) throw new SightlineError('notFound', t('There is no model of that name.'));
    return path.join(this.folder, id);
  }

  /** The models that are whole, by name. */
  async installed(): Promise<InstalledModel[]> {
    const models = await Promise.all((await this.#ids()).map(id => this.find(id)));
    return models.filter(model => model !== undefined);
  }

  /** The downloads that are not complete, by name. */
  async partial(): Promise<PartialModel[]> {
    const plans = await Promise.all((await this.#ids()).map(id => this.plan(id)));
    return Promise.all(
      plans
        .filter(plan => plan !== undefined)
        .map(async plan => ({ plan, bytes: await this.bytesHere(plan) })),
    );
  }

  /** A model that is whole: its manifest says so, and each of its files is there in its size. */
  async find(id: string): Promise<InstalledModel | undefined> {
    if (!isModelId(id)) return undefined;
    const folder = this.folderOf(id);
    const model = readInstalled(await readSmallJson(path.join(folder, manifestName)));
    if (model?.id !== id) return undefined;
    for (const file of model.files)
      if ((await sizeOf(path.join(folder, file.path))) !== file.bytes) return undefined;
    return model;
  }

  /** What a download that was begun is to fetch. */
  async plan(id: string): Promise<DownloadPlan | undefined> {
    const folder = this.folderOf(id);
    const plan = readPlan(await readSmallJson(path.join(folder, planName)));
    return plan?.id === id ? plan : undefined;
  }

  /** How many bytes of a download are here. */
  async bytesHere({ id, files }: DownloadPlan): Promise<number> {
    const folder = this.folderOf(id);
    let bytes = 0;
    for (const file of files) {
      const place = path.join(folder, file.path);
      const whole = await sizeOf(place);
      bytes += Math.min(file.bytes, whole ?? (await sizeOf(`${place}.part`)) ?? 0);
    }
    return bytes;
  }

  /** Writes what a download is to fetch. */
  async savePlan(plan: DownloadPlan): Promise<void> {
    const folder = this.folderOf(plan.id);
    await makeFolders(folder);
    await writeWhole(path.join(folder, planName), `${JSON.stringify(plan)}\n`);
  }

  /** Makes a folder whose files are all there a model. */
  async complete(model: InstalledModel): Promise<void> {
    const folder = this.folderOf(model.id);
    await writeWhole(path.join(folder, manifestName), `${JSON.stringify(model)}\n`);
    await rm(path.join(folder, planName), { force: true });
  }

  /**
   * Removes a model, or what was downloaded of one; says whether there was anything.
   * @throws {SightlineError} `store` where it is being downloaded, or the system refuses.
   */
  async remove(id: string): Promise<boolean> {
    const folder = this.folderOf(id);
    const there = await lstat(folder).then(
      () => true,
      () => false,
    );
    if (!there) return false;
    return this.exclusively(id, async () => {
      try {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
        return true;
      } catch (error) {
        throw modelStoreFailure(t('The model {id}', { id }), error, 'removed');
      }
    });
  }

  /**
   * Does what only one process may do at a time with a model.
   * @throws {SightlineError} `store` where another one does.
   */
  async exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.folderOf(id);
    let lock;
    try {
      await makeFolders(this.folder);
      lock = takeProcessLock(path.join(this.folder, `${id}.lock`));
    } catch (error) {
      throw modelStoreFailure(t('The folder {folder}', { folder: this.folder }), error, 'written');
    }
    if (lock === undefined)
      throw new SightlineError('store', t('The model {id} is being downloaded or changed already.', { id }), {
        hint: t('Wait until that is over, or stop it where it was started.'),
      });
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  async #ids(): Promise<string[]> {
    try {
      const names = await readdir(this.folder);
      return names
        .filter(name => isModelId(name) && !name.endsWith('.lock'))
        .sort()
        .slice(0, mostFolders);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
      throw modelStoreFailure(t('The folder {folder}', { folder: this.folder }), error, 'read');
    }
  }
}

/** The value of a JSON file; `undefined` where it cannot be one of ours. */
async function readSmallJson(file: string): Promise<unknown> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    if ((await handle.stat()).size > largestManifest) return undefined;
    return parseJson(await handle.readFile('utf8'));
  } catch {
    // A folder of that name, or a disk that does not read: no model either way.
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Bytes of a file; `undefined` where there is none. */
async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    found => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
}
