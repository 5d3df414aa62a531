import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import { offlineDestination } from '../../inference/offlineDestination.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import type { AskPicture } from '../../runs/askPicture.ts';
import { variablesIn } from '../../prompts/imageVariables.ts';
import { askPictureBy } from '../../runs/running/askPictureBy.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import { askStructured } from '../../runs/running/askStructured.ts';
import { keyOrigin } from '../credentials/providerKeys.ts';
import { samplingParameters, type ModelAsker } from '../models/modelAsker.ts';
import type { ChosenModel } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import { readSetting } from '../settings.ts';
import { modelParts } from './flows/compareRun.ts';

/** The question of a new run: what the person's settings say now. */
export function questionFromSettings(chosen: ChosenModel): RunQuestion {
  return {
    prompt: readSetting('describe.prompt'),
    ...modelParts(chosen),
    parameters: samplingParameters(),
    image: {
      maxSide: readSetting('image.maxSide'),
      quality: readSetting('image.quality'),
      detail: readSetting('image.detail'),
      mapping: readSetting('image.mapping'),
    },
  };
}

/** Asks the questions of runs where they are to go, with the keys as they are at the moment of asking. */
export class RunQuestions {
  readonly #providers: Pick<ProviderRegistry, 'get'>;
  readonly #asker: Pick<ModelAsker, 'destination' | 'explained'>;

  constructor(
    providers: Pick<ProviderRegistry, 'get'>,
    asker: Pick<ModelAsker, 'destination' | 'explained'>,
  ) {
    this.#providers = providers;
    this.#asker = asker;
  }

  /** The provider's name; its id where it is no longer among the providers. */
  providerName({ provider }: RunQuestion): string {
    return this.#providers.get(provider)?.label ?? provider;
  }

  isOffline({ provider }: RunQuestion): boolean {
    return provider === offlineProvider.id;
  }

  /** Where a question goes, as a choice of model. */
  chosen(question: RunQuestion): ChosenModel {
    return {
      provider: this.#providers.get(question.provider) ?? offlineProvider,
      model: question.model,
    };
  }

  /**
   * Settles what has to be before the first question, so that it is asked once and not by each of thousands.
   * @throws {SightlineError} what keeps every question from being answered.
   */
  async prepare(question: RunQuestion, signal: AbortSignal): Promise<void> {
    variablesIn(question.prompt);
    if (this.isOffline(question)) return;
    const provider = this.provider(question);
    if (!provider.takesImages)
      throw new SightlineError(
        'badRequest',
        t('{provider} does not support images.', { provider: provider.label }),
        {
          hint: t('Choose a vision model.'),
        },
      );
    await this.#asker.destination(provider, signal);
  }

  /**
   * How a question is asked about one picture; a form is held to.
   * @param options.maxRetries As for `askPictureBy`.
   */
  askBy(question: RunQuestion, { maxRetries = 0 }: { maxRetries?: number } = {}): AskPicture {
    const timeoutMs = readSetting('requestTimeout') * 1000;
    if (this.isOffline(question))
      return askStructured(askPictureBy(picture => offlineDestination([picture]), { timeoutMs }));
    const provider = this.provider(question);
    const ask = askPictureBy((_, signal) => this.#asker.destination(this.provider(question), signal), {
      ...{ timeoutMs, maxRetries },
    });
    return askStructured(async (...asked) => {
      try {
        return await ask(...asked);
      } catch (error) {
        throw this.#asker.explained(error, provider);
      }
    });
  }

  /**
   * The provider of a question, speaking the API that the question was made for.
   * @throws {SightlineError} `notFound` where it has gone or moved: its key would go somewhere else.
   */
  provider({ provider: id, origin, api }: RunQuestion): Provider {
    const provider = this.#providers.get(id);
    if (provider === undefined)
      throw new SightlineError('notFound', t('The provider "{id}" is no longer configured.', { id }), {
        hint: t('Choose a model for the run.'),
      });
    const now = keyOrigin(provider);
    if (now !== origin)
      throw new SightlineError(
        'notFound',
        t('{provider} now uses {now}; the run was set up for {origin}.', {
          provider: provider.label,
          now,
          origin,
        }),
        {
          hint: t('Choose the model for the run again.'),
        },
      );
    return { ...provider, api };
  }
}
