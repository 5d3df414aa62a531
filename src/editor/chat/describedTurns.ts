import { sha256Of } from '../../base/node/hash.ts';
import { present } from '../../base/present.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { Turn, TurnImage } from '../../inference/api/question.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import { withoutTiles } from '../../inference/tileText.ts';
import { descriptionIn, describingTurns } from '../../relay/askDescriber.ts';
import type { KeptDescriptions as KeptByRelay, RelayCount } from '../../relay/describeImages.ts';
import { relayTurns } from '../../relay/relayTurns.ts';
import type { RunQuestion } from '../../runs/runQuestion.ts';
import type { KeptDescriptions } from '../../runs/store/keptDescriptions.ts';
import { samplingParameters, type ModelAsker } from '../models/modelAsker.ts';
import type { ChosenModel } from '../models/modelChoice.ts';
import { questionFromSettings } from '../runs/runQuestions.ts';
import { describerName } from './imageDescriber.ts';
import type { ImageTreatment } from './imageTreatment.ts';

/** How the images of a chat are described. */
export interface DescribedTurnsParts {
  describer: ChosenModel;
  asker: Pick<ModelAsker, 'askQuestion'>;
  kept: Pick<KeptDescriptions, 'find' | 'keep'>;
  signal: AbortSignal;
}

/** Notes of which file each image of a request was made, and puts words in the place of the images. */
export class DescribedTurns {
  readonly #parts: DescribedTurnsParts;
  readonly #contents = new Map<TurnImage, string>();

  constructor(parts: DescribedTurnsParts) {
    this.#parts = parts;
  }

  /** The same treatment, whose images are known here by their bytes as they came. */
  noting(treat: ImageTreatment): ImageTreatment {
    return async (image, signal) => {
      const made = await treat(image, signal);
      if (typeof made !== 'string') this.#contents.set(made, sha256Of(image.bytes));
      return made;
    };
  }

  /** @throws {SightlineError} naming the image that could not be described, and what can be done. */
  of(turns: readonly Turn[]): Promise<{ turns: Turn[]; count: RelayCount }> {
    const { describer, signal } = this.#parts;
    return relayTurns(turns, {
      describer: {
        model: describerName(describer),
        describe: (image, question) => this.#describe(image as PreparedImage, question),
      },
      kept: this.#kept(),
      contentOf: image => this.#contents.get(image),
      signal,
    });
  }

  #describe(image: PreparedImage, question: string) {
    const { describer, asker, signal } = this.#parts;
    const sent = isBuiltIn(describer.provider.id) ? withoutTiles(image) : image;
    const asked = { turns: describingTurns(sent, question), parameters: samplingParameters() };
    return descriptionIn(asker.askQuestion(describer, asked, { signal, images: [sent] }));
  }

  /** Kept as the answers of runs are: the same question of a run, about the same file, has the same answer. */
  #kept(): KeptByRelay {
    const { describer, kept } = this.#parts;
    const question = (prompt: string): RunQuestion => ({ ...questionFromSettings(describer), prompt });
    return {
      find: async ({ image: sha256, question: prompt }) =>
        (await kept.find({ sha256, question: question(prompt) }))?.text,
      keep: ({ image: sha256, question: prompt }, { text, usage }, image) => {
        const { width, height } = (image as PreparedImage).original;
        return kept.keep(
          { sha256, question: question(prompt) },
          { text, model: describer.model, notes: [], width, height, ...present({ usage }) },
        );
      },
    };
  }
}
