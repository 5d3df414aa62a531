import { SightlineError } from '../../../base/errors.ts';
import { formatBytes } from '../../../base/format.ts';
import { isJsonObject, parseJson } from '../../../base/json.ts';
import { present } from '../../../base/present.ts';
import { redact } from '../../../base/redact.ts';
import type { Destination } from '../../../inference/api/question.ts';
import { describeImages } from '../../../relay/describeImages.ts';
import type { Description, ImageDescriber, KeptDescriptions } from '../../../relay/describeImages.ts';
import { relayWords } from '../../../relay/relayWords.ts';
import type { ServiceDependencies } from '../../context.ts';
import type { RateCategory } from '../../http/rateLimit.ts';
import { ServiceError } from '../../http/serviceError.ts';
import { findDescription, keepDescription } from '../../store/imageDescriptions.ts';
import { resolveModel } from '../chooseModel.ts';
import type { ResolvedModel } from '../chooseModel.ts';
import type { Share } from '../load.ts';
import { imagesInBody, joinTexts } from './imagesInBody.ts';

/** Most bytes of a question whose images are described: it is held parsed, and its images once more while they are sent. */
const largest = 16 * 1024 * 1024;

/** A question with images for a model that takes text alone. */
export interface ImageQuestion {
  /** The body as it came. */
  bytes: Buffer<ArrayBuffer>;
  endpoint: 'responses' | 'chat/completions';
  /** The model that is asked. */
  chosen: ResolvedModel;
  /** The vision model of the workspace. */
  describedBy: string;
  /** The key that asks. Descriptions count as its requests. */
  key: { id: string; name: string; workspaceId: string; createdBy: string };
  category: RateCategory;
  share: Share;
  signal: AbortSignal;
  /** Milliseconds of silence until the vision model counts as lost. */
  timeoutMs: number;
}

/** Tokens of a large image with most models, and of a description where nothing is known of the model. */
const [mostImageTokens, mostDescription] = [10_000, 8192];

/** Whether a body may have images. It is searched as it is: nothing is parsed. */
export function mayHaveImages(bytes: Buffer): boolean {
  return bytes.includes('"image_url"') || bytes.includes('"input_image"');
}

/**
 * The body with its images as words, and what was done in words for a header; undefined where it has no images.
 * @throws {ServiceError} where an image is not described.
 * @throws an AbortError once the signal fires.
 */
export async function describedBody(
  dependencies: ServiceDependencies,
  question: ImageQuestion,
): Promise<{ body: Buffer<ArrayBuffer>; words: string } | undefined> {
  const { bytes, endpoint, chosen, describedBy, share, signal } = question;
  if (bytes.length > largest)
    throw new ServiceError(
      413,
      `Images for the text-only model ${chosen.name} are described first: such a request has at most ${formatBytes(largest)}`,
    );
  share.take(2 * bytes.length);
  const body = parseJson(bytes.toString('utf8'));
  if (!isJsonObject(body)) throw new ServiceError(400, 'The request cannot be read: it is not valid JSON');
  const places = imagesInBody(body, endpoint);
  if (places.length === 0) return undefined;
  const images = places.map(({ url }, at) => imageData(url, at + 1, chosen.name));
  const { marks, count } = await describeImages(images, {
    describer: describerOf(dependencies, question),
    kept: keptBy(dependencies, question.key.workspaceId),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : refusal(error, describedBy.replace(/\/.*/s, ''));
  });
  places.forEach(({ put }, at) => put(marks[at] ?? ''));
  if (endpoint === 'chat/completions') joinTexts(body);
  const written = Buffer.from(JSON.stringify({ ...body, model: chosen.model }));
  return { body: written, words: headerWords(relayWords(count) ?? '') };
}

/** What a header may hold: model names may have letters of any script. */
function headerWords(words: string): string {
  return words.replaceAll(/[^\x20-\x7e]/g, character => encodeURIComponent(character.toWellFormed()));
}

function imageData(url: unknown, number: number, model: string): string {
  if (typeof url === 'string' && url.startsWith('data:image/')) return url;
  throw new ServiceError(
    400,
    `Image ${number} is not in the request itself. Images for the text-only model ${model} are described first, and must be given as data:image/…;base64,…, not as an address or a file id`,
  );
}

/** The vision model, asked as members ask it: with the workspace's key, counted and limited. */
function describerOf(
  dependencies: ServiceDependencies,
  { describedBy, key, category, timeoutMs }: ImageQuestion,
): ImageDescriber {
  const vision = visionModel(dependencies, key.workspaceId, describedBy);
  const known = dependencies.providers.find(({ id }) => id === vision.provider);
  const destination: Destination = {
    label: vision.label,
    baseURL: vision.address,
    api: known?.api ?? 'chat.completions',
    ...present({ apiKey: vision.key }),
    fetch: vision.fetch,
  };
  return {
    model: describedBy,
    describe: async (image, text, signal): Promise<Description> => {
      await dependencies.limits.take(key.id, category);
      const { askDescriber } = await import('../../../relay/askDescriber.ts');
      const asked = { destination, model: vision.model, timeoutMs, maxRetries: 1, ...present({ signal }) };
      const spender = {
        ...{ workspaceId: key.workspaceId, memberId: key.createdBy },
        ...{ keyId: key.id, keyName: key.name },
      };
      const spending = await dependencies.spending.open({
        ...{ ...spender, model: describedBy },
        bound: price => ({
          inputTokens: Buffer.byteLength(text) + (price.imageTokens ?? mostImageTokens),
          outputTokens: price.maxOutput ?? mostDescription,
          certain: false,
        }),
        signal: signal ?? new AbortController().signal,
      });
      const onAnswer = ({ usage }: { usage?: Description['usage'] }) => {
        const tokens = { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 };
        const nano = spending.answered(tokens, mostDescription);
        dependencies.usage.countGateway({ ...spender, model: describedBy, ...tokens, nano });
      };
      try {
        return await askDescriber({ ...asked, onAnswer }, image, text);
      } catch (error) {
        throw withoutNetwork(error, vision, dependencies);
      } finally {
        spending.failed();
      }
    },
  };
}

function visionModel(dependencies: ServiceDependencies, workspaceId: string, name: string): ResolvedModel {
  try {
    return resolveModel(dependencies, workspaceId, name);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.status, `Images cannot be described by ${name}: ${error.message}`);
  }
}

/** Of a shared service's network nobody learns anything. */
function withoutNetwork(
  error: unknown,
  { label, key }: ResolvedModel,
  { localProviders, log }: ServiceDependencies,
): unknown {
  if (localProviders || !(error instanceof SightlineError)) return error;
  if (error.code !== 'network' && error.code !== 'certificate') return error;
  log({ level: 'warn', message: `${label} cannot be reached: ${redact(error.message, key)}` });
  return new SightlineError('network', `${label} cannot be reached.`);
}

function keptBy({ store, log }: ServiceDependencies, workspaceId: string): KeptDescriptions {
  return {
    find: key => findDescription(store, { ...key, workspaceId }),
    keep: (key, { text }) => {
      try {
        keepDescription(store, { ...key, workspaceId }, text);
      } catch (error) {
        log({ level: 'warn', message: `A description of an image was not kept: ${String(error)}` });
      }
    },
  };
}

/** Failures that are the client's: another request helps. */
const ofClient: readonly SightlineError['code'][] = [
  'badRequest',
  'unsupportedImage',
  'imageTooLarge',
  'requestTooLarge',
];

function refusal(error: unknown, provider: string): unknown {
  if (!(error instanceof SightlineError)) return error;
  const { cause, code, status, retryAfterMs } = error;
  const words = [error.message, error.hint].filter(Boolean).join(' ');
  if (cause instanceof ServiceError) return new ServiceError(cause.status, words, cause.headers);
  if (ofClient.includes(code)) return new ServiceError(400, words);
  // Tells a client whose refusal it is: the provider's, not the service's.
  const headers = { 'x-sightline-provider': provider };
  if (code !== 'rateLimited' && status !== 503) return new ServiceError(502, words, headers);
  const wait = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return new ServiceError(code === 'rateLimited' ? 429 : 503, words, { ...headers, ...wait });
}
