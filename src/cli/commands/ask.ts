import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { answer } from '../asking/answer.ts';
import { assertAnswerable } from '../asking/needsModel.ts';
import { chooseTarget } from '../asking/target.ts';
import { withTargetOptions } from '../asking/targetOptions.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodeOf, exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { readInput } from '../input/standardInput.ts';
import { collect } from '../options.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';

/** `sightline ask`. */
export const define: DefineCommand = (command, run) =>
  withTargetOptions(
    command
      .argument('[text]', 'the question')
      .option('--image <file>', 'image to send with the question; repeatable', collect),
  )
    .addHelpText(
      'after',
      sections(
        'Standard input is appended to the text after an empty line, or is the question\nitself.',
        'Example:\n  git diff | sightline ask "What does this change?" \\\n    --provider openai --model gpt-4.1-mini',
      ),
    )
    .action(
      run(async (session, text, options) => {
        const target = await chooseTarget(session, options);
        const question = await wholeQuestion(session, text, options.keyFile);
        assertAnswerable(target, 'ask', { text: question, hasImage: (options.image ?? []).length > 0 });
        const pictures: PreparedImage[] = [];
        for (const file of options.image ?? [])
          pictures.push(await prepareImage(file, { ...target.image, name: file }));
        session.signal.throwIfAborted();
        session.out.progress(`Waiting for ${target.provider.label}…`);
        const { object, error } = await answer(session, target, { text: question, pictures });
        if (session.out.json) session.out.result(object, '');
        else if (error !== undefined) session.out.error(error);
        return error === undefined ? exitCodes.good.code : exitCodeOf(error);
      }),
    );

/** The text, with what comes by standard input unless that is a terminal or has given the key. */
async function wholeQuestion(
  { stdin, signal }: Session,
  text: string | undefined,
  keyFile: string | undefined,
): Promise<string> {
  const piped =
    stdin.isTTY || keyFile === '-' ? '' : (await readInput(stdin, signal)).toString('utf8').trimEnd();
  const whole = [text, piped].filter(part => part !== undefined && part.trim() !== '').join('\n\n');
  if (whole === '')
    throw new UsageError('There is no question. Give it as an argument or on standard input.', 'ask');
  return whole;
}
