import type { RunQuestion } from '../../../runs/runQuestion.ts';
import type { RunRecord } from '../../../runs/runRecord.ts';
import type { ChosenModel } from '../../models/modelChoice.ts';
import { pickChosenModel, type ModelPickParts } from '../../models/modelPicker.ts';
import type { RunFlows } from '../page/runPage.ts';
import type { RunQuestions } from '../runQuestions.ts';
import type { RunSession } from '../runSession.ts';
import { askAgain } from './askAgain.ts';
import { askPrice } from './askPrice.ts';
import { chooseForm } from './chooseForm.ts';
import { chooseOtherQuestion, modelParts } from './compareRun.ts';

/** What the dialogues of a run's page work with. */
export interface RunFlowsParts extends Omit<ModelPickParts, 'choice'> {
  questions: RunQuestions;
  /** Makes a run of some of the pictures with a changed question. */
  createSample: (
    record: RunRecord,
    change: Partial<RunQuestion>,
    sample: readonly number[],
  ) => Promise<RunRecord>;
  removeSample: (record: RunRecord) => Promise<void>;
  export: (session: RunSession) => Promise<void>;
}

/** The dialogues that a run's page asks for. */
export function runFlows(parts: RunFlowsParts): RunFlows {
  const { questions, createSample, removeSample } = parts;
  const pickModel = ({ record }: RunSession): Promise<ChosenModel | undefined> =>
    pickChosenModel({ ...parts, choice: { current: () => questions.chosen(record.question) } });
  return {
    async chooseModel(session) {
      const chosen = await pickModel(session);
      if (chosen !== undefined) await session.setQuestion(modelParts(chosen));
    },

    async chooseSchema(session) {
      const { schema, prompt } = session.record.question;
      const chosen = await chooseForm({ schema, prompt });
      if (chosen !== undefined) await session.setQuestion(chosen);
    },

    setPrice: session => askPrice(session.record.question.model),

    startBatch: session => session.startBatch(),

    askAgain: (session, indices) =>
      askAgain(session, indices, async prompt => {
        const other = await createSample(session.record, { prompt }, indices);
        try {
          await session.askOtherwise(other, indices);
        } finally {
          await other.close();
          await removeSample(other);
        }
      }),

    async compare(session) {
      const change = await chooseOtherQuestion(session.record.question, () => pickModel(session));
      if (change === undefined) return;
      const before = await session.endComparison();
      if (before !== undefined) await removeSample(before);
      const sample = session.comparedRows();
      await session.compare(await createSample(session.record, change, sample), sample);
    },

    async choose(session, side) {
      const other = await session.endComparison();
      if (other === undefined) return;
      if (side === 'other') await session.setQuestion({ schema: undefined, ...other.question });
      await removeSample(other);
    },

    export: parts.export,
  };
}
