import { defaultPrompt } from '../../inference/api/input.ts';
import { chooseTarget, targetOptions } from '../asking/target.ts';
import { defineCommand } from '../command.ts';
import { describeOneByOne } from '../describing/oneByOne.ts';
import { builtInSchemas } from '../../schema/builtInSchemas.ts';
import { isRun, runOptions, runPlan } from '../describing/runPlan.ts';
import type { Session } from '../session.ts';

/** `sightline describe`. */
export const command = defineCommand({
  name: 'describe',
  summary: 'describe pictures, or all those of a folder',
  usage: 'FILE...|FOLDER...',
  operands: { least: 0, most: Infinity },
  options: {
    prompt: { type: 'string', value: 'TEXT', help: `what to ask; "${defaultPrompt}"` },
    ...targetOptions,
    ...runOptions,
  },
  notes: [
    'FILE is a picture, or - for one that comes by standard input. Several are described one after the other, each under\na heading with its name; one that cannot be used does not stop the others.',
    'With a FOLDER, or one of the options from --names on, it is a run: many at the same time, one JSON object a line as\nresults come. Every answer is on the disk before it is told, so that the same command goes on where an earlier one\nended, however it ended, and pays for nothing twice; what failed is asked again. One command at a time works on the same\nquestion. Hidden files and folders, and pictures that an export wrote, are taken only where they are named.',
    `Forms for --schema that come with Sightline:\n${builtInSchemas.map(({ id }) => id).join(', ')}.`,
    '  find . -name "*.png" -newer last | sightline describe --names - --provider openai --model gpt-4.1-mini > new.jsonl',
  ],
  run: async (session: Session, { values, operands }) => {
    if (!(await isRun(operands, values))) {
      const target = await chooseTarget(session, values);
      return describeOneByOne(session, target, { files: operands, prompt: values.prompt ?? defaultPrompt });
    }
    const plan = await runPlan(session, operands, values);
    if (plan.batch !== undefined) {
      const { describeAsBatch } = await import('../describing/describeAsBatch.ts');
      return describeAsBatch(session, plan, plan.batch);
    }
    const { describeRun } = await import('../describing/describeRun.ts');
    return describeRun(session, plan);
  },
});
