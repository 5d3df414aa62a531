import { answer } from '../asking/answer.ts';
import {
  confirmDownloads,
  givenPicture,
  withDownloadOptions,
  type GivenPicture,
} from '../asking/givenPictures.ts';
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
  withDownloadOptions(
    withTargetOptions(
      command
        .argument('[text]', 'the question')
        .option('--image <file|url>', 'image to send with the question; repeatable', collect),
    ),
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
        const sources = options.image ?? [];
        assertAnswerable(target, 'ask', { text: question, hasImage: sources.length > 0 });
        await confirmDownloads(session, target, { sources, values: options, command: 'ask' });
        const pictures: GivenPicture[] = [];
        for (const source of sources) pictures.push(await givenPicture(session, target, source, options));
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
