import { parseJson } from '../../base/json.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { readText, type BodyLimits } from '../../base/node/boundedBody.ts';
import { redactExact } from '../../base/redact.ts';
import { normalizeBaseURL } from './baseUrl.ts';
import { checkedKey } from './apiKey.ts';
import { listOf, objectOf } from '../api/chunkMeaning.ts';
import { connect } from '../api/connection.ts';
import { answeringModel } from './modelFilter.ts';
import type { Model } from './provider.ts';
import { addressBelow } from '../../base/address.ts';
import { keyHeaders } from '../api/keyHeaders.ts';
import { sendToProvider } from '../api/providerRequest.ts';
import { aboveDeployment } from './pastedAddress.ts';
import type { Destination } from '../api/question.ts';
import { addressHint } from '../faults/adviceFor.ts';
import { abortError } from '../../base/onAbort.ts';
import { translateError } from '../faults/translateError.ts';
import { t } from '../../base/l10n.ts';

/** How models are listed. */
export interface ListOptions {
  signal?: AbortSignal;
  /** Milliseconds without a byte until the provider counts as silent. 30 s. */
  timeoutMs?: number;
  /** Hears of each piece of the list before it is kept. */
  take?: BodyLimits['take'];
  /** Most bytes of the list, after decompression. 8 MB, four times the longest that providers have. */
  largest?: number;
}

/** Models that are taken from a list. */
const mostModels = 5000;

/**
 * The models of a provider that can answer a question, by `GET /models`, in the order of their names. Costs nothing, so
 * that it also serves to check a key.
 * @throws {SightlineError} `keyRejected` and the like; `notAService` where the address answers with something else.
 */
export async function listModels(
  { label, baseURL, apiKey, fetch }: Pick<Destination, 'label' | 'baseURL' | 'apiKey' | 'fetch'>,
  { signal, timeoutMs = 30_000, take, largest = 8 * 1024 * 1024 }: ListOptions = {},
): Promise<Model[]> {
  const key = checkedKey(apiKey, label);
  const base = normalizeBaseURL(baseURL);
  const url = modelsURL(aboveDeployment(base));
  try {
    const response = await sendToProvider(connect({ fetch, timeoutMs }), url, {
      headers: headersFor(base, key),
      signal,
    });
    const limits = { bytes: largest, silenceMs: timeoutMs, totalMs: 4 * timeoutMs };
    const text = await readText(response, take === undefined ? limits : { ...limits, take });
    return sorted(readList(redactExact(text, key), label, url));
  } catch (error) {
    if (signal?.aborted || isAbort(error)) throw abortError(signal);
    throw translateError(error, { label, url: url.href, apiKey: key });
  }
}

function modelsURL(baseURL: string): URL {
  const url = addressBelow(baseURL, 'models');
  // Anthropic lists 20 unless asked for more.
  if (isAnthropic(url)) url.searchParams.set('limit', '1000');
  return url;
}

/** The list is Anthropic's own, not of its OpenAI-compatible part: it wants its own headers. */
function headersFor(baseURL: string, apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined || !isAnthropic(new URL(baseURL))) return keyHeaders(baseURL, apiKey);
  return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
}

function isAnthropic({ hostname }: URL): boolean {
  return hostname === 'api.anthropic.com';
}

/** Most say `{data: […]}`, Together a bare list. */
function readList(text: string, label: string, url: URL): Model[] {
  const value = parseJson(text);
  const list = Array.isArray(value) ? value : objectOf(value).data;
  // Ollama says null where no model is installed.
  if (!Array.isArray(list) && list !== null)
    throw new SightlineError(
      'notAService',
      t('{label} does not list its models as OpenAI-compatible servers do.', { label }),
      {
        hint: `${addressHint(url.href)} ${t('The name of a model can also be typed.')}`,
      },
    );
  return listOf(list)
    .slice(0, mostModels)
    .map(answeringModel)
    .filter(model => model !== undefined);
}

function sorted(models: Model[]): Model[] {
  const byId = new Map(models.map(model => [model.id, model]));
  const byName = new Intl.Collator('en', { numeric: true });
  return [...byId.values()].sort((one, other) => byName.compare(one.id, other.id));
}
