import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { answer } from '../asking/answer.ts';
import { chooseTarget, targetOptions } from '../asking/target.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../usageError.ts';
import { exitCodeOf, exitCodes } from '../exitCodes.ts';
import { readInput } from '../input/standardInput.ts';
import type { Session } from '../session.ts';

/** `sightline ask`. */
export const command = defineCommand({
  name: 'ask',
  summary: 'ask a model',
  usage: '[TEXT]',
  operands: { least: 0, most: 1 },
  options: {
    image: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'a picture that goes with it; may be repeated',
    },
    ...targetOptions,
  },
  notes: [
    'What comes by standard input follows TEXT after an empty line, or is the question itself:\n\n  git diff | sightline ask "What does this change?" --provider openai --model gpt-4.1-mini',
  ],
  run: async (session, { values, operands }) => {
    const target = await chooseTarget(session, values);
    const text = await question(session, operands[0], values['key-file']);
    const pictures: PreparedImage[] = [];
    for (const file of values.image ?? [])
      pictures.push(await prepareImage(file, { ...target.image, name: file }));
    session.signal.throwIfAborted();
    session.out.progress(`Waiting for ${target.provider.label}…`);
    const { object, error } = await answer(session, target, { text, pictures });
    if (session.out.json) session.out.result(object, '');
    else if (error !== undefined) session.out.error(error);
    return error === undefined ? exitCodes.good.code : exitCodeOf(error);
  },
});

/** The text, with what comes by standard input unless that is a terminal or has given the key. */
async function question(
  { stdin, signal }: Session,
  text: string | undefined,
  keyFile: string | undefined,
): Promise<string> {
  const piped =
    stdin.isTTY || keyFile === '-' ? '' : (await readInput(stdin, signal)).toString('utf8').trimEnd();
  const whole = [text, piped].filter(part => part !== undefined && part.trim() !== '').join('\n\n');
  if (whole === '')
    throw new UsageError('There is no question: give TEXT, or pass it by standard input.', 'ask');
  return whole;
}
