import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import type { AnswerEvent } from '../../inference/api/answer.ts';
import { mayCarryKey } from '../../base/address.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { editorModelsProvider, hasNoAddress } from '../editorModels/editorModelsProvider.ts';
import { isBuiltIn, offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import type {
  Destination,
  Question,
  SamplingParameters,
  SentRequest,
  Turn,
} from '../../inference/api/question.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { AskedWith } from '../../protocol/conversation.ts';
import { withoutTiles } from '../../inference/tileText.ts';
import { SightlineError } from '../../base/errors.ts';
import type { ProviderKeys } from '../credentials/providerKeys.ts';
import { readSetting } from '../settings.ts';
import type { ChosenModel } from './modelChoice.ts';
import type { ServiceGateway } from './serviceGateway.ts';
import { showWarning } from '../dialogs/messages.ts';

/** One turn with its pictures as they are kept here. */
export interface PictureTurn {
  role: 'user' | 'assistant';
  text: string;
  pictures: readonly PreparedImage[];
}

/** How one question is asked. */
export interface AskModelOptions {
  signal: AbortSignal;
  onRequest: (request: SentRequest) => void;
  /** What a prompt names instead of the settings. */
  asked?: Pick<AskedWith, 'temperature' | 'schema'>;
}

/** How a question is asked whose turns are made already. */
export interface AskQuestionOptions {
  signal: AbortSignal;
  onRequest?: (request: SentRequest) => void;
  /** All images in its turns. */
  images: readonly PreparedImage[];
}

/** Puts questions to the chosen model: finds its address and key, and the settings that go with them. */
export class ModelAsker {
  readonly #keys: ProviderKeys;
  readonly #gateway: ServiceGateway;
  /** The folder of the models on this machine. */
  readonly #models: string;
  /** Origins to which the person, in this window, agreed to send a key unencrypted. */
  readonly #clearTextAgreed = new Set<string>();

  constructor(keys: ProviderKeys, gateway: ServiceGateway, models: string) {
    this.#keys = keys;
    this.#gateway = gateway;
    this.#models = models;
  }

  /**
   * Asks `chosen` for the answer to the last turn.
   * @throws {SightlineError} `missingKey` before any request where the provider needs a key and none is there.
   */
  ask(
    chosen: ChosenModel,
    turns: readonly PictureTurn[],
    { asked, ...options }: AskModelOptions,
  ): AsyncGenerator<AnswerEvent> {
    const isWhole = isBuiltIn(chosen.provider.id);
    const sent = isWhole
      ? turns.map(turn => ({ ...turn, pictures: turn.pictures.map(withoutTiles) }))
      : turns;
    return this.askQuestion(
      chosen,
      {
        turns: sent.map(plainTurn),
        parameters: samplingParameters(asked),
        ...present({ schema: asked?.schema }),
      },
      { ...options, images: turns.flatMap(turn => turn.pictures) },
    );
  }

  /**
   * The same for a question whose turns are made already, with whatever else belongs to it.
   * @param options.images all that are in its turns.
   */
  async *askQuestion(
    { provider, model }: ChosenModel,
    question: Omit<Question, 'model'>,
    { images, ...options }: AskQuestionOptions,
  ): AsyncGenerator<AnswerEvent> {
    requireTrusted();
    const { ask, offlineDestination } = await asking();
    const destination =
      provider.id === offlineProvider.id
        ? offlineDestination(images, { style: 'report' })
        : await this.#destination(provider, options.signal);
    if (!provider.takesImages && images.length > 0)
      throw new SightlineError(
        'badRequest',
        t('{provider} does not support images.', { provider: provider.label }),
        {
          hint: t('Choose a vision model.'),
        },
      );
    try {
      yield* ask({ ...question, model }, destination, {
        ...options,
        timeoutMs: readSetting('requestTimeout') * 1000,
        maxRetries: readSetting('maxRetries'),
      });
    } catch (error) {
      throw this.explained(error, provider);
    }
  }

  /**
   * Where a provider of the network is reached, with its key as it is at this moment, for a folder run, which asks by
   * itself. The person is asked once in a window whether a key may go unencrypted: first thing, before many ask at once.
   * @throws {SightlineError} `missingKey`, `untrusted`, or `badRequest` where there is no address or no agreement.
   */
  async destination(provider: Provider, signal: AbortSignal): Promise<Destination> {
    requireTrusted();
    return this.#destination(provider, signal);
  }

  /**
   * What a provider lacks before a request can go out. `asksFirst`: the person must agree that its key goes unencrypted. A key
   * that cannot be read counts as none: the request itself says why.
   */
  async reach(provider: Provider): Promise<'ready' | 'noAddress' | 'noKey' | 'asksFirst'> {
    if (provider.id === gatewayId || hasNoAddress(provider.id)) return 'ready';
    if (provider.baseURL === '') return 'noAddress';
    const key = await this.#keys.lookUp(provider).catch(() => undefined);
    if (key === undefined) return provider.needsKey ? 'noKey' : 'ready';
    const isAgreed =
      mayCarryKey(provider.baseURL) || this.#clearTextAgreed.has(new URL(provider.baseURL).origin);
    return isAgreed ? 'ready' : 'asksFirst';
  }

  /** The models of a provider, as it lists them. */
  async models(provider: Provider, signal: AbortSignal): Promise<Model[]> {
    const destination = await this.#destination(provider, signal);
    try {
      const { listModels } = await import('../../inference/providers/models.ts');
      return await listModels(destination, { signal });
    } catch (error) {
      throw this.explained(error, provider);
    }
  }

  /** A failure of a request to a provider, in the service's own words where that refused it. */
  explained(error: unknown, provider: Provider): unknown {
    return provider.id === gatewayId ? this.#gateway.explain(error, provider) : error;
  }

  /** Where a provider is reached, with its key; asks before a key would go unencrypted over the network. */
  async #destination(provider: Provider, signal: AbortSignal): Promise<Destination> {
    if (provider.id === gatewayId) return this.#gateway.destination(provider, signal);
    if (provider.id === thisMachineProvider.id) {
      const { thisMachineDestination } = await import('../../inference/thisMachineDestination.ts');
      return { ...thisMachineDestination(this.#models), api: provider.api };
    }
    if (provider.id === editorModelsProvider.id) {
      const { editorModelsDestination } = await import('../editorModels/editorModelsDestination.ts');
      return editorModelsDestination();
    }
    if (provider.baseURL === '')
      throw new SightlineError(
        'badRequest',
        t('The address of {provider} is not set.', { provider: provider.label }),
        {
          hint: t('Add "{id}" to the setting sightline.providerAddresses.', { id: provider.id }),
        },
      );
    const apiKey = provider.needsKey ? await this.#keys.require(provider) : await this.#keys.get(provider);
    if (apiKey !== undefined && !mayCarryKey(provider.baseURL)) await this.#agreeToClearText(provider);
    return {
      label: provider.label,
      baseURL: provider.baseURL,
      api: provider.api,
      ...present({ apiKey }),
    };
  }

  /** Whether the provider takes `key`: lists its models with it, which costs nothing. */
  async checkKey(provider: Provider, key: string, signal: AbortSignal): Promise<void> {
    if (!mayCarryKey(provider.baseURL)) await this.#agreeToClearText(provider);
    const { listModels } = await import('../../inference/providers/models.ts');
    await listModels({ label: provider.label, baseURL: provider.baseURL, apiKey: key }, { signal });
  }

  async #agreeToClearText(provider: Provider): Promise<void> {
    const { origin, host } = new URL(provider.baseURL);
    if (this.#clearTextAgreed.has(origin)) return;
    const send = t('Send Key Unencrypted');
    const answer = await showWarning(
      t('Send the key of {provider} unencrypted?', { provider: provider.label }),
      {
        modal: true,
        detail: t(
          '{host} uses HTTP without encryption: anyone on the network path can read the key and the images. Use an https:// address if the server has one.',
          { host },
        ),
      },
      send,
    );
    if (answer !== send)
      throw new SightlineError(
        'badRequest',
        t('Nothing was sent: {host} uses HTTP without encryption.', { host }),
        {
          hint: t('Use an https:// address in the setting.'),
        },
      );
    this.#clearTextAgreed.add(origin);
  }
}

/** Loaded with the first question: activation does without. */
async function asking() {
  const [{ ask }, { offlineDestination }] = await Promise.all([
    import('../../inference/ask.ts'),
    import('../../inference/offlineDestination.ts'),
  ]);
  return { ask, offlineDestination };
}

function requireTrusted(): void {
  if (!vscode.workspace.isTrusted)
    throw new SightlineError('untrusted', t('Sightline sends no requests in Restricted Mode.'));
}

function plainTurn({ role, text, pictures }: PictureTurn): Turn {
  return { role, text, images: pictures };
}

/**
 * The sampling settings that the person set; the others are not sent at all.
 * @param asked A temperature that takes the place of theirs.
 */
export function samplingParameters(asked?: { temperature?: number }): SamplingParameters {
  const temperature = asked?.temperature ?? readSetting('temperature');
  const topP = readSetting('topP');
  const maxOutputTokens = readSetting('maxOutputTokens');
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { topP }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}
