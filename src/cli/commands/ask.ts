import { present } from '../../base/present.ts';
import { answer } from '../asking/answer.ts';
import {
  confirmDownloads,
  givenPicture,
  withDownloadOptions,
  type GivenPicture,
} from '../asking/givenPictures.ts';
import { filledPrompt, variablesIn } from '../../prompts/imageVariables.ts';
import { givenValues, wantedValues } from '../asking/givenValues.ts';
import { assertAnswerable } from '../asking/needsModel.ts';
import { chooseTarget } from '../asking/target.ts';
import { withTargetOptions } from '../asking/targetOptions.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodeOf, exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { readInput } from '../input/standardInput.ts';
import { givenPrompt } from '../input/givenPromptFile.ts';
import { collect, promptFileOption } from '../options.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';

/** `sightline ask`. */
export const define: DefineCommand = (command, run) =>
  withDownloadOptions(
    withTargetOptions(
      command
        .argument('[text]', 'the question')
        .addOption(promptFileOption())
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
        const { prompt, target: named, temperature, form: schema } = await givenPrompt(options, 'ask');
        const target = await chooseTarget(session, { ...options, ...named });
        const sources = options.image ?? [];
        const given = [prompt, text].filter(part => part !== undefined).join('\n\n');
        const wanted = sources.length === 0 ? undefined : variablesIn(given);
        const piped = await pipedText(session, options.keyFile);
        const question = joined(given, piped);
        assertAnswerable(target, 'ask', { text: question, hasImage: sources.length > 0 });
        await confirmDownloads(session, target, { sources, values: options, command: 'ask' });
        const pictures: GivenPicture[] = [];
        for (const source of sources) pictures.push(await givenPicture(session, target, source, options));
        session.signal.throwIfAborted();
        session.out.progress(`Waiting for ${target.provider.label}…`);
        const known = wantedValues(wanted ?? new Set());
        const values = await Promise.all(
          pictures.map((picture, at) => givenValues(sources[at] ?? '-', picture, known)),
        );
        const { object, error } = await answer(session, target, {
          text: wanted === undefined ? question : joined(filledPrompt(given, values), piped),
          pictures,
          ...present({ temperature, schema }),
        });
        if (session.out.json) session.out.result(object, '');
        else if (error !== undefined) session.out.error(error);
        return error === undefined ? exitCodes.good.code : exitCodeOf(error);
      }),
    );

/** What comes by standard input, unless that is a terminal or has given the key. */
async function pipedText({ stdin, signal }: Session, keyFile: string | undefined): Promise<string> {
  if (stdin.isTTY || keyFile === '-') return '';
  return (await readInput(stdin, signal)).toString('utf8').trimEnd();
}

/** The text with what was piped behind it. */
function joined(text: string, piped: string): string {
  const whole = [text, piped].filter(part => part.trim() !== '').join('\n\n');
  if (whole === '')
    throw new UsageError('There is no question. Give it as an argument or on standard input.', 'ask');
  return whole;
}
