import { SightlineError } from '../../base/errors.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { readText } from '../../base/node/boundedBody.ts';
import { isInnerPath, type PlannedFile } from '../models/installedModel.ts';
import { hubFailure, hubFetch, type HubRequest } from './hubFetch.ts';
import { t } from '../../base/l10n.ts';

/** What a hub has of a model. */
export interface HubListing {
  /** The commit that the files belong to. */
  revision: string;
  files: Map<string, PlannedFile>;
}

/** Bytes of one answer, pages of a listing, and files in all of them. */
const [largestAnswer, mostPages, mostFiles] = [8 * 1024 * 1024, 20, 10_000];

/**
 * Lists the files of a model with the sizes and hashes that the hub tells, at the commit that is its newest now: of a large
 * file the SHA-256 of its content, of a small one git's name of it.
 * (https://huggingface.co/docs/hub/api: `/api/models/{id}/revision/{revision}` and `/tree/{revision}`.)
 * @param hub Address of the hub or of its mirror.
 * @throws {SightlineError} where the hub has no such model, cannot be reached, or lists what no hub lists.
 */
export async function listHubFiles(
  hub: string,
  repository: string,
  request: HubRequest = {},
): Promise<HubListing> {
  const { host } = new URL(hub);
  try {
    const model = await askJson(`${hub}/api/models/${repository}/revision/main`, request);
    const revision = isJsonObject(model.value) ? model.value.sha : undefined;
    if (typeof revision !== 'string' || !/^[0-9a-f]{40}$/.test(revision)) throw notAHub(host);
    const files = new Map<string, PlannedFile>();
    let page: string | undefined = `${hub}/api/models/${repository}/tree/${revision}?recursive=true`;
    for (let pages = 0; page !== undefined; pages++) {
      const { value, next } = await askJson(page, request);
      if (!Array.isArray(value) || pages === mostPages) throw notAHub(host);
      if (files.size + value.length > mostFiles) throw notAHub(host);
      for (const entry of value as unknown[]) {
        const file = readEntry(entry, host);
        if (file !== undefined) files.set(file.path, file);
      }
      page = next;
    }
    return { revision, files };
  } catch (error) {
    throw hubFailure(error, host, request.signal);
  }
}

async function askJson(
  address: string,
  request: HubRequest,
): Promise<{ value: unknown; next: string | undefined }> {
  const response = await hubFetch(address, request);
  const value = parseJson(await readText(response, { bytes: largestAnswer }));
  return { value, next: nextPage(response.headers.get('link'), address) };
}

/** The address of a listing's next page, at the same server. */
function nextPage(link: string | null, address: string): string | undefined {
  const given = link?.split(',').find(part => part.includes('rel="next"'));
  const [start, end] = [given?.indexOf('<') ?? -1, given?.indexOf('>') ?? -1];
  if (given === undefined || start < 0 || end < start) return undefined;
  const url = URL.parse(given.slice(start + 1, end), address);
  return url?.origin === new URL(address).origin ? url.href : undefined;
}

/** A file of a listing; `undefined` for a folder, and for a file whose name no model of ours has. */
function readEntry(entry: unknown, host: string): PlannedFile | undefined {
  if (!isJsonObject(entry) || typeof entry.path !== 'string') throw notAHub(host);
  const { path, type, size, oid, lfs } = entry;
  if (path.split(/[\\/]/).some(part => part === '..' || part === '') || /^[A-Za-z]:/.test(path))
    throw new SightlineError('notAService', t("{host} lists a file outside the model's folder.", { host }));
  if (type !== 'file' || !isInnerPath(path)) return undefined;
  const content = isJsonObject(lfs) ? { size: lfs.size, sha256: lfs.oid } : { size, gitBlob: oid };
  if (typeof content.size !== 'number' || !Number.isSafeInteger(content.size) || content.size < 0)
    throw notAHub(host);
  if (typeof content.sha256 === 'string' && /^[0-9a-f]{64}$/.test(content.sha256))
    return { path, bytes: content.size, check: { sha256: content.sha256 } };
  if (typeof content.gitBlob === 'string' && /^[0-9a-f]{40}$/.test(content.gitBlob))
    return { path, bytes: content.size, check: { gitBlob: content.gitBlob } };
  throw notAHub(host);
}

function notAHub(host: string): SightlineError {
  return new SightlineError('notAService', t('{host} does not list models as Hugging Face does.', { host }), {
    hint: t('Check the address of the mirror. In a network with a sign-in page, sign in there first.'),
  });
}
