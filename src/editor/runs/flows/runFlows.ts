import { t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import { samplingParameters } from '../../models/modelAsker.ts';
import type { ChosenModel } from '../../models/modelChoice.ts';
import { pickChosenModel, type ModelPickParts } from '../../models/modelPicker.ts';
import { pickImagePrompt, type PromptSources } from '../../prompt/offeredPrompts.ts';
import type { RunFlows } from '../page/runPage.ts';
import type { RunQuestions } from '../runQuestions.ts';
import type { RunSamples } from '../runSamples.ts';
import type { RunSession } from '../runSession.ts';
import { askAgain } from './askAgain.ts';
import { askPrice } from './askPrice.ts';
import { editCaptions } from './editCaptions.ts';
import { chooseSchema } from './chooseSchema.ts';
import { chooseOtherQuestion, modelParts } from './compareRun.ts';

/** What the dialogues of a run's page work with. */
export interface RunFlowsParts extends Omit<ModelPickParts, 'choice'> {
  questions: RunQuestions;
  samples: RunSamples;
  prompts: PromptSources;
  export: (session: RunSession) => Promise<void>;
}

/** The dialogues that a run's page asks for. */
export function runFlows(parts: RunFlowsParts): RunFlows {
  const { questions, samples } = parts;
  const pickModel = ({ record }: RunSession): Promise<ChosenModel | undefined> =>
    pickChosenModel({ ...parts, choice: { current: () => questions.chosen(record.question) } });
  return {
    async chooseModel(session) {
      const chosen = await pickModel(session);
      if (chosen !== undefined) await session.setQuestion(modelParts(chosen));
    },

    async choosePrompt(session) {
      const chosen = await pickImagePrompt(parts.prompts, t('Prompt of the Run'));
      if (chosen === undefined) return;
      const { prompt, asked } = chosen;
      await session.setQuestion({
        prompt,
        ...(asked?.model === undefined ? {} : modelParts(parts.prompts.choice.askedFor(asked))),
        ...(asked?.temperature === undefined ? {} : { parameters: samplingParameters(asked) }),
        ...present({ schema: asked?.schema }),
      });
    },

    async chooseSchema(session) {
      const { schema, prompt } = session.record.question;
      const chosen = await chooseSchema({ schema, prompt });
      if (chosen !== undefined) await session.setQuestion(chosen);
    },

    setPrice: session => askPrice(session.record.question.model),

    startBatch: session => session.startBatch(),

    askAgain: (session, indices) =>
      askAgain(session, indices, async (prompt, described) => {
        const other = await samples.create(session.record, { prompt }, described);
        try {
          await session.comparing.askOtherwise(other, described);
        } finally {
          await other.close();
          await samples.remove(other);
        }
      }),

    async compare(session) {
      const change = await chooseOtherQuestion(session.record.question, () => pickModel(session));
      if (change === undefined) return;
      const before = await session.comparing.end();
      if (before !== undefined) await samples.remove(before);
      const sample = session.comparing.rows();
      await session.comparing.begin(await samples.create(session.record, change, sample), sample);
    },

    async choose(session, side) {
      const other = await session.comparing.end();
      if (other === undefined) return;
      if (side === 'other') await session.setQuestion({ schema: undefined, ...other.question });
      await samples.remove(other);
    },

    editCaptions: (session, indices) => editCaptions(session.record, indices),

    export: parts.export,
  };
}
