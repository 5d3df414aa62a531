import path from 'node:path';
import { systemCode, SightlineError } from '../../base/errors.ts';
import { formatBytes } from '../../base/localFormat.ts';
import { syncFolder } from '../../base/node/writeWhole.ts';
import type { sleep } from '../../base/sleep.ts';
import { hubFailure, type HubRequest } from '../hub/hubFetch.ts';
import { listHubFiles } from '../hub/hubListing.ts';
import { defaultHub, type Captioner } from '../models/captioners.ts';
import type { DownloadPlan, InstalledModel, PlannedFile } from '../models/installedModel.ts';
import { chooseModelFiles } from '../models/modelFiles.ts';
import type { ModelStore } from '../models/modelStore.ts';
import { modelStoreFailure } from '../models/modelStoreFailure.ts';
import { downloadFile } from './downloadFile.ts';
import { freeSpace } from './freeSpace.ts';
import { t } from '../../base/l10n.ts';

/** How far a download is, bytes over all files. */
export interface DownloadProgress {
  bytes: number;
  totalBytes: number;
  /** The file that comes now. */
  file: string;
}

/** How a model is downloaded. */
export interface DownloadOptions extends Omit<HubRequest, 'headers'> {
  /** Address of the hub, or of a mirror of it. */
  hub?: string;
  onProgress?: (progress: DownloadProgress) => void;
  sleep?: typeof sleep;
  /** Bytes that may still be written there. */
  freeSpace?: typeof freeSpace;
}

/** What no model of ours comes near, bytes. */
const largestModel = 8 * 1024 ** 3;
/** What stays free on the disk, bytes. */
const leftFree = 100 * 1024 * 1024;

/** What a download that was begun and is not complete is to fetch. */
export async function begunDownload(
  store: ModelStore,
  { id, repository }: Captioner,
): Promise<DownloadPlan | undefined> {
  const begun = await store.plan(id);
  return begun?.repository === repository ? begun : undefined;
}

/**
 * What a download fetches: what an earlier one that is not complete was to fetch, else what the hub lists now.
 * @throws {SightlineError} as {@link listHubFiles} does, `notFound` where a file is missing there.
 */
export async function planDownload(
  store: ModelStore,
  captioner: Captioner,
  { hub = defaultHub, ...request }: DownloadOptions = {},
): Promise<DownloadPlan> {
  const begun = await begunDownload(store, captioner);
  if (begun !== undefined) return begun;
  const { id, label, repository, licence, kind } = captioner;
  const { revision, files } = await listHubFiles(hub, repository, request);
  const chosen = chooseModelFiles(kind, new Set(files.keys()));
  return {
    ...{ format: 1, id, label, kind, licence, repository, revision },
    weights: chosen.weights,
    files: chosen.paths.flatMap(name => files.get(name) ?? []),
  };
}

/** Bytes of a whole download. */
export function bytesOf({ files }: { files: readonly Pick<PlannedFile, 'bytes'>[] }): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Downloads a model, or goes on with a download that was stopped. When the signal fires, what has come stays, to be
 * resumed or removed.
 * @throws {SightlineError} what went wrong; an AbortError once the signal fires.
 */
export async function downloadModel(
  store: ModelStore,
  plan: DownloadPlan,
  { hub = defaultHub, onProgress, freeSpace: free = freeSpace, ...request }: DownloadOptions = {},
): Promise<InstalledModel> {
  return store.exclusively(plan.id, async () => {
    const { host } = new URL(hub);
    const totalBytes = bytesOf(plan);
    if (totalBytes > largestModel)
      throw new SightlineError(
        'notAService',
        t('{host} lists {size} for this model.', { host, size: formatBytes(totalBytes) }),
      );
    try {
      await requireSpace(store, plan, totalBytes, free);
      await store.savePlan(plan);
      const files: InstalledModel['files'] = [];
      let before = 0;
      for (const planned of plan.files) {
        const place = path.join(store.folderOf(plan.id), ...planned.path.split('/'));
        const sha256 = await downloadFile(fileAddress(hub, plan, planned), place, planned, {
          ...request,
          onBytes: bytes => onProgress?.({ bytes: before + bytes, totalBytes, file: planned.path }),
        });
        files.push({ path: planned.path, bytes: planned.bytes, sha256 });
        before += planned.bytes;
      }
      const { format, id, label, kind, licence, weights, repository, revision } = plan;
      const model: InstalledModel = {
        ...{ format, id, label, kind, weights, files, revision },
        ...(licence === undefined ? {} : { licence }),
        source: `${hub}/${repository}`,
        addedAt: Date.now(),
      };
      await store.complete(model);
      await syncFolder(store.folderOf(id));
      return model;
    } catch (error) {
      const told = hubFailure(error, host, request.signal);
      if (told !== error || systemCode(error) === undefined) throw told;
      throw modelStoreFailure(t('The model {id}', { id: plan.id }), error, 'written');
    }
  });
}

function fileAddress(
  hub: string,
  { repository, revision }: DownloadPlan,
  { path: name }: PlannedFile,
): string {
  return `${hub}/${repository}/resolve/${revision}/${name}`;
}

async function requireSpace(
  store: ModelStore,
  plan: DownloadPlan,
  totalBytes: number,
  free: typeof freeSpace,
): Promise<void> {
  const there = await free(store.folder);
  const needed = totalBytes - (await store.bytesHere(plan)) + leftFree;
  if (there === undefined || there >= needed) return;
  throw new SightlineError(
    'store',
    t('There is not enough space in {folder}: {size} are free, and {size2} are needed.', {
      folder: store.folder,
      size: formatBytes(there),
      size2: formatBytes(needed),
    }),
    { hint: t('Free some space and try again.') },
  );
}
