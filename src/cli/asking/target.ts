import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import { offlineDestination } from '../../inference/offlineDestination.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import { thisMachineDestination } from '../../inference/thisMachineDestination.ts';
import { modelFolder } from '../models/modelFolder.ts';
import type { Destination } from '../../inference/api/question.ts';
import { withDefaults } from '../defaultTarget.ts';
import { UsageError } from '../usageError.ts';
import { accessTo } from '../providerKey.ts';
import { findProvider, offlineModel } from '../providers.ts';
import type { Session } from '../session.ts';
import type { TargetValues } from './targetOptions.ts';

/** Who answers. */
export interface Target {
  provider: Provider;
  model: string;
  /** Where a question with these pictures goes; texts are addresses, at which the provider downloads them. */
  destination(pictures: readonly (PreparedImage | string)[]): Destination;
  /** How pictures are fitted for sending. */
  image: ImageOptions;
  timeoutMs: number;
}

/**
 * Who answers, with the key at hand: nothing is read or sent before this is settled.
 * @throws {UsageError} {@link SightlineError} where options do not fit, or the key is missing.
 */
export async function chooseTarget(session: Session, values: TargetValues): Promise<Target> {
  const limits = { image: imageOptions(values), timeoutMs: 1000 * values.timeout };
  const { api } = values;
  const { provider: name, model } = await withDefaults(session, values);
  if (name === undefined || name === offlineProvider.id)
    return {
      ...offlineTarget({ ...values, provider: name, model }),
      ...limits,
      image: withoutTiles(limits.image),
    };
  const provider = await findProvider(session, name, values.service);
  if (provider.id === thisMachineProvider.id)
    return { ...thisMachineTarget(session, values, model), ...limits, image: withoutTiles(limits.image) };
  if (provider.baseURL === '')
    throw new UsageError(`Set its address first: sightline provider set ${provider.id} --url URL.`);
  if (model === undefined)
    throw new UsageError(
      `--model is missing. "sightline models --provider ${provider.id}" lists the models.`,
    );
  const access = await accessTo(session, provider, values.keyFile);
  const destination: Destination = {
    label: provider.label,
    baseURL: provider.baseURL,
    api: api ?? provider.api,
    ...access,
  };
  return {
    provider,
    model,
    ...limits,
    destination: pictures => {
      if (provider.takesImages || pictures.length === 0) return destination;
      throw new SightlineError('badRequest', `${provider.label} does not support images.`, {
        hint: 'Choose a vision model.',
      });
    },
  };
}

function offlineTarget({
  provider,
  model,
  keyFile,
  api,
}: TargetValues): Pick<Target, 'provider' | 'model' | 'destination'> {
  if (provider === undefined && model !== undefined) throw new UsageError('--model needs --provider, too.');
  if (keyFile !== undefined) throw new UsageError('--key-file needs --provider, too.');
  return {
    provider: offlineProvider,
    model: offlineModel(model),
    destination: pictures => ({
      ...offlineDestination(pictures.filter(picture => typeof picture !== 'string')),
      ...present({ api }),
    }),
  };
}

function thisMachineTarget(
  session: Session,
  { keyFile, api }: TargetValues,
  model: string | undefined,
): Pick<Target, 'provider' | 'model' | 'destination'> {
  if (keyFile !== undefined)
    throw new UsageError(`--key-file does not go with --provider ${thisMachineProvider.id}.`);
  if (model === undefined)
    throw new UsageError('--model is missing. "sightline models list" lists the models on this machine.');
  const destination = { ...thisMachineDestination(modelFolder(session)), ...present({ api }) };
  return { provider: thisMachineProvider, model, destination: () => destination };
}

function imageOptions({ maxSide, detail, mapping }: TargetValues): ImageOptions {
  return {
    maxSide,
    ...present({ detail, mapping }),
  };
}

/** What is inside Sightline takes whole pictures; crops tell it nothing more. */
function withoutTiles({ detail, ...image }: ImageOptions): ImageOptions {
  return detail === undefined || detail === 'tiles' ? image : { ...image, detail };
}
