import { isWebAddress } from '../../base/address.ts';
import { present } from '../../base/present.ts';
import { defaultPrompt } from '../../inference/api/input.ts';
import { builtInSchemas } from '../../schema/builtInSchemas.ts';
import { withDownloadOptions } from '../asking/givenPictures.ts';
import { assertAnswerable } from '../asking/needsModel.ts';
import { chooseTarget } from '../asking/target.ts';
import { withTargetOptions } from '../asking/targetOptions.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { describeOneByOne } from '../describing/oneByOne.ts';
import { givenPrompt } from '../input/givenPromptFile.ts';
import { promptFileOption } from '../options.ts';
import { runOptionNames, withRunOptions } from '../describing/runOptions.ts';
import { hasFolder, runPlan } from '../describing/runPlan.ts';
import { sections } from '../help.ts';
import { UsageError } from '../usageError.ts';

/** `sightline describe`. */
export const define: DefineCommand = (command, run) =>
  withRunOptions(
    withDownloadOptions(
      withTargetOptions(
        command
          .argument(
            '[paths...]',
            'image files, folders, tar archives, and web addresses of images; - reads one image from standard input',
          )
          .option(
            '--prompt <text>',
            `prompt for each image (default: "${defaultPrompt}", or the prompt of --schema)`,
          )
          .addOption(promptFileOption())
          .option('--boxes <folder>', 'write copies with boxes drawn on them, where objects are recognized'),
      ),
    ),
  )
    .addHelpText(
      'after',
      sections(
        'Several files are described one after the other, each under a heading with its\nname. A file that cannot be used does not stop the others.',
        'The image at a web address is downloaded by the provider where it does that, else\nby this machine after you agreed. Addresses of private networks are refused unless\n--allow-image-host names their host.',
        'A prompt may name {image.name}, {image.folder}, {image.size}, {image.date},\n{image.camera}, and {image.labels}: what is known of each image, as quoted data.',
        'A folder, or any of the run or export options, starts a run: concurrent requests\nand one JSON object per line as results arrive. Every answer is saved before it\nis printed, so the same command continues an earlier run, however it ended, and\npays for nothing twice; failed images are retried. Only one command at a time\ncan work on the same question. Hidden files and folders, and images written by\nan export, are included only if named.',
        'With --shared-answers, the same question about the same image is paid for once in\nthe workspace of your key. The service gets each answer with a hash of what was\nasked: no image, no prompt, no name, no text that you edited.',
        'With --queue, workers on any number of machines describe the images, which they\ntake from a PostgreSQL database: "sightline worker --queue URL". All keep to one\n--rate and one --cap. This command collects the answers and writes the exports.\nPGPASSWORD or ~/.pgpass holds the password of the database.',
        'A tar archive (.tar, such as a WebDataset shard) starts a run, too. Its images are\nread in place, one at a time; their names are shard-000.tar/KEY.jpg. What lies\nbeside an image in its archive, KEY.txt or KEY.json, are its {image.labels}.',
        `Built-in schemas:\n${listed(builtInSchemas.map(({ id }) => id))}.`,
        'Example:\n  find . -name "*.png" -newer last | sightline describe --names - \\\n    --provider openai --model gpt-4.1-mini > new.jsonl',
      ),
    )
    .action(
      run(async (session, paths, given) => {
        const { target: named, form, ...asked } = await givenPrompt(given, 'describe');
        const options = { ...given, ...named, ...asked };
        const isRun =
          form !== undefined ||
          runOptionNames(command).some(name => command.getOptionValueSource(name) === 'cli') ||
          (await hasFolder(paths));
        if (!isRun) {
          if (paths.length === 0) throw new UsageError('No image or folder given.', 'describe');
          const target = await chooseTarget(session, options);
          if (options.prompt !== undefined)
            assertAnswerable(target, 'describe', { text: options.prompt, hasImage: true });
          return describeOneByOne(session, target, {
            files: paths,
            prompt: options.prompt ?? defaultPrompt,
            ...present({ temperature: asked.temperature }),
            boxes: options.boxes,
            downloads: options,
          });
        }
        if (paths.some(isWebAddress))
          throw new UsageError(
            'A run describes files and folders. Give web addresses alone, without the options of a run.',
            'describe',
          );
        const plan = await runPlan(session, paths, options, form);
        if (options.prompt !== undefined)
          assertAnswerable(plan.target, 'describe', { text: options.prompt, hasImage: true });
        if (plan.batch !== undefined) {
          const { describeAsBatch } = await import('../describing/describeAsBatch.ts');
          return describeAsBatch(session, plan, plan.batch);
        }
        if (plan.queue !== undefined) {
          const { describeByQueue } = await import('../queueing/describeByQueue.ts');
          return describeByQueue(session, plan, plan.queue);
        }
        const { describeRun } = await import('../describing/describeRun.ts');
        return describeRun(session, plan);
      }),
    );

/** Names in lines that fit a terminal. */
function listed(names: readonly string[]): string {
  return names
    .join(', ')
    .replace(/(.{1,76})(?: |$)/g, '$1\n')
    .trimEnd();
}
