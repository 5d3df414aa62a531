import type * as z from 'zod';
import { SightlineError, ValueError } from '../../base/errors.ts';
import { Lazy } from '../../base/lazy.ts';
import { libraryRemedies, withLibraryHint } from '../../base/libraryRemedies.ts';
import { sightlineVersion } from '../../base/node/sightlineVersion.ts';
import { present } from '../../base/present.ts';
import { PlatformClient, type BoundKey, type ServiceCall } from '../platformClient.ts';
import { InvalidKeyError } from '../refusals.ts';
import {
  findServiceKey,
  openLoginPlaces,
  serviceInUse,
  serviceKeyVariable,
  type LoginPlaces,
} from '../saved/savedLogin.ts';
import type { ServiceAddress } from '../serviceAddress.ts';
import { cleanKey } from '../serviceKey.ts';
import {
  accountSummaryShape,
  gatewayModelsShape,
  modelListShape,
  predictionShape,
  usageShape,
} from '../shapes.ts';
import { imageForm, type PredictParameters, type PredictSource } from './imageForm.ts';
import type { Jobs } from './jobs.ts';
import { makeJobs } from './makeJobs.ts';
import type { CallOptions, PageOptions, PlatformOptions, WorkspaceOptions } from './options.ts';
import type { AccountSummary, Prediction, PromptModel, TrainedModel, UsagePage } from './results.ts';

/** What a program that uses this library does about a failure. */
const remedies: typeof libraryRemedies = {
  ...libraryRemedies,
  correctServiceAddress: () => 'Correct `baseUrl`, or the environment variable SIGHTLINE_SERVICE.',
};

/** Milliseconds and bytes of a prediction: it can have a map of every pixel. */
const [predictionTime, largestPrediction] = [120_000, 64_000_000];

/**
 * The vision platform's service: the public one or one of Sightline's own.
 *
 * The key is the one given, else that of the environment (`SIGHTLINE_API_KEY`; for the public service
 * `ULTRALYTICS_API_KEY`), else that of `sightline login`. It goes to the service's own address and nowhere else. Every
 * failure is a {@link SightlineError} with a stable `code`, its `message` and, in `hint`, what helps.
 */
export class Platform {
  /** The jobs of the workspace's On Premise hosts. */
  readonly jobs: Jobs;
  readonly #options: PlatformOptions;
  #client = new Lazy(() => this.#connect());

  /** Neither reads nor asks anything: the key is looked for with the first call. @throws {ValueError} where `apiKey` is no key. */
  constructor(options: PlatformOptions = {}) {
    const { apiKey } = options;
    this.#options = apiKey === undefined ? options : { ...options, apiKey: cleaned(apiKey) };
    this.jobs = makeJobs((call, schema) => this.#ask(call, schema));
  }

  /** The account and the workspace that the key belongs to: the free call that checks a key. */
  account({ signal }: CallOptions = {}): Promise<AccountSummary> {
    return this.#ask({ path: '/api/account/summary', signal }, accountSummaryShape);
  }

  /** The trained models with usable weights, for {@link predict}. */
  async models({ owner, signal }: WorkspaceOptions = {}): Promise<TrainedModel[]> {
    return (await this.#ask({ path: '/api/models/completed', query: { owner }, signal }, modelListShape))
      .models;
  }

  /** The models that answer prompts under `URL/api/v1`. A service of Sightline has them. */
  async promptModels({ owner, signal }: WorkspaceOptions = {}): Promise<PromptModel[]> {
    return (await this.#ask({ path: '/api/v1/models', query: { owner }, signal }, gatewayModelsShape)).data;
  }

  /** Requests and tokens per model with this key, the latest first. A service of Sightline has them. */
  usage({ signal, ...query }: PageOptions = {}): Promise<UsagePage> {
    return this.#ask({ path: '/api/usage', query, signal }, usageShape);
  }

  /**
   * What a trained model finds in an image or a video.
   * @param model Its `slug` or `_id`; where several projects have the same slug, `project` tells them apart.
   */
  async predict(
    model: string,
    source: PredictSource,
    {
      signal,
      project,
      ...parameters
    }: CallOptions & PredictParameters & { project?: string | undefined } = {},
  ): Promise<Prediction> {
    const body = await imageForm(source, parameters, signal);
    const { timeout: timeoutMs = predictionTime } = this.#options;
    return this.#ask(
      {
        method: 'POST',
        path: `/api/models/${encodeURIComponent(model)}/predict`,
        query: { project },
        body,
        signal,
        timeoutMs,
        largestAnswer: largestPrediction,
      },
      predictionShape,
    );
  }

  async #ask<T>(call: ServiceCall, schema: z.ZodType<T>): Promise<T> {
    try {
      const client = await this.#client.get();
      return await client.ask(call, schema);
    } catch (error) {
      call.signal?.throwIfAborted();
      // The key may have been replaced where it was found: the next call looks again.
      if (error instanceof InvalidKeyError) this.#client = new Lazy(() => this.#connect());
      throw withLibraryHint(error, remedies);
    }
  }

  async #connect(): Promise<PlatformClient> {
    const { baseUrl, timeout, maxRetries = 2, onPause, fetch } = this.#options;
    const places = openLoginPlaces(process.env);
    const address = await serviceInUse(places, baseUrl);
    return new PlatformClient({
      address: address.base,
      key: await this.#key(places, address),
      version: sightlineVersion(),
      maxRetries,
      ...present({ timeoutMs: timeout, onPause, fetch }),
    });
  }

  async #key(places: LoginPlaces, { origin }: ServiceAddress): Promise<BoundKey> {
    const { apiKey } = this.#options;
    if (apiKey !== undefined) return { key: apiKey, origin };
    const found = await findServiceKey(places, origin);
    if (found !== undefined) return found;
    throw new SightlineError('missingKey', `There is no key for the service at ${origin}.`, {
      hint: `Pass \`apiKey\`, set the environment variable ${serviceKeyVariable(origin)}, or log in with "sightline login".`,
    });
  }
}

function cleaned(apiKey: string): string {
  const { key, refusal } = cleanKey(apiKey);
  if (key === undefined) throw new ValueError(`\`apiKey\` is no service key. ${refusal}`);
  return key;
}
