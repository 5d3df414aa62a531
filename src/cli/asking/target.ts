import { SightlineError } from '../../base/errors.ts';
import type { ImageDetail, ImageOptions, MappingMode, PreparedImage } from '../../images/preparedImage.ts';
import { assertApiFormat, apiFormats, type ApiFormat } from '../../inference/api/apiFormat.ts';
import { offlineDestination } from '../../inference/offlineDestination.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { Destination } from '../../inference/api/question.ts';
import { numberOption, wordOption } from '../command.ts';
import { UsageError } from '../usageError.ts';
import { keyFileOption } from '../input/givenKey.ts';
import { keyFor } from '../providerKey.ts';
import { findProvider } from '../providers.ts';
import { serviceOption } from '../serviceKey.ts';
import type { Session } from '../session.ts';

/** The options that say who answers and how, the same for every question. */
export const targetOptions = {
  provider: {
    type: 'string',
    value: 'NAME',
    help: 'who answers, as "sightline provider list" names them; service is the gateway',
  },
  model: { type: 'string', value: 'NAME', help: 'the model, as "sightline models" names it' },
  api: {
    type: 'string',
    value: 'FORMAT',
    help: `${apiFormats.join(' or ')}; else what the provider serves best`,
  },
  'key-file': keyFileOption,
  service: serviceOption,
  timeout: { type: 'string', value: 'SECONDS', help: 'silence after which a request counts as lost; 600' },
  'max-side': { type: 'string', value: 'PIXELS', help: 'longest side of a picture as it is sent; 2048' },
  detail: {
    type: 'string',
    value: 'HOW',
    help: 'fit within --max-side; original size; or tiles, which are crops in full size beside it; fit',
  },
  mapping: {
    type: 'string',
    value: 'HOW',
    help: 'values beyond 8 bits: auto, their full range, or the window in which nearly all lie; auto',
  },
  json: { type: 'boolean', help: 'one object a line' },
} as const;

/** What was given for {@link targetOptions}. */
export type TargetValues = { [K in Exclude<keyof typeof targetOptions, 'json'>]?: string };

/** Who answers. */
export interface Target {
  provider: Provider;
  model: string;
  /** Where a question with these pictures goes. */
  destination(pictures: readonly PreparedImage[]): Destination;
  /** How pictures are fitted for sending. */
  image: ImageOptions;
  timeoutMs: number;
}

const defaultMaxSide = 2048;
const defaultTimeout = 600;

/**
 * Who answers, with the key at hand: nothing is read or sent before this is settled.
 * @throws {UsageError} {@link SightlineError} where options do not fit, or the key is missing.
 */
export async function chooseTarget(session: Session, values: TargetValues): Promise<Target> {
  const limits = {
    image: imageOptions(values),
    timeoutMs:
      1000 * (numberOption(values.timeout, { option: 'timeout', least: 1, most: 86400 }) ?? defaultTimeout),
  };
  const api = formatOption(values.api);
  if (values.provider === undefined || values.provider === offlineProvider.id)
    return { ...offlineTarget(values, api), ...limits, image: withoutTiles(limits.image) };
  const provider = await findProvider(session, values.provider, values.service);
  if (provider.baseURL === '')
    throw new UsageError(`Set its address first: sightline provider set ${provider.id} --url URL.`);
  const { model } = values;
  if (model === undefined)
    throw new UsageError(`--model is missing. These are there: sightline models --provider ${provider.id}.`);
  const apiKey = await keyFor(session, provider, values['key-file']);
  const destination: Destination = {
    label: provider.label,
    baseURL: provider.baseURL,
    api: api ?? provider.api,
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  return {
    provider,
    model,
    ...limits,
    destination: pictures => {
      if (provider.takesImages || pictures.length === 0) return destination;
      throw new SightlineError('badRequest', `${provider.label} takes no pictures.`, {
        hint: 'Choose a model that can see.',
      });
    },
  };
}

function offlineTarget(
  { model, ...values }: TargetValues,
  api: ApiFormat | undefined,
): Pick<Target, 'provider' | 'model' | 'destination'> {
  if (values.provider === undefined && model !== undefined)
    throw new UsageError('--model needs --provider, too.');
  if (values['key-file'] !== undefined) throw new UsageError('--key-file needs --provider, too.');
  return {
    provider: offlineProvider,
    model: model ?? offlineProvider.model,
    destination: pictures => ({
      ...offlineDestination(pictures, 'name one with `--provider` and `--model`'),
      ...(api === undefined ? {} : { api }),
    }),
  };
}

function imageOptions(values: TargetValues): ImageOptions {
  const detail = wordOption(values.detail, 'detail', details);
  const mapping = wordOption(values.mapping, 'mapping', mappings);
  return {
    maxSide:
      numberOption(values['max-side'], { option: 'max-side', least: 64, most: 16384 }) ?? defaultMaxSide,
    ...(detail === undefined ? {} : { detail }),
    ...(mapping === undefined ? {} : { mapping }),
  };
}

/** The describer measures whole pictures; crops tell it nothing more. */
function withoutTiles({ detail, ...image }: ImageOptions): ImageOptions {
  return detail === undefined || detail === 'tiles' ? image : { ...image, detail };
}

const details: readonly ImageDetail[] = ['fit', 'original', 'tiles'];
const mappings: readonly MappingMode[] = ['auto', 'full', 'window'];

/** The format given by `--api`. */
export function formatOption(text: string | undefined): ApiFormat | undefined {
  if (text === undefined) return undefined;
  try {
    assertApiFormat(text);
    return text;
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? error.message : '--api takes responses or chat.completions.',
    );
  }
}
