import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { present } from '../../base/present.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { wholeNumber } from '../options.ts';
import { dataOption, dataPlace, loadService } from '../serving/dataFolder.ts';

/** `sightline service activity`. */
export const define: DefineCommand = (command, run) =>
  command
    .requiredOption('--workspace <username>', 'the workspace whose audit trail is wanted')
    .addOption(dataOption())
    .addOption(
      new Option('--after <id>', 'only events after the one of this id').argParser(
        wholeNumber(0, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(
      new Option('--since <time>', 'only events of this time or later, for example 2026-11-30').argParser(
        time,
      ),
    )
    .option('--actor <id>', 'only what the person, key or host of this id did')
    .addHelpText(
      'after',
      sections(
        'One event a line, the oldest first; the id of the last is what --after takes the\nnext time. Reads the data folder, also while the service runs. On the page, owners\nand admins have it under Activity > Export.',
        'Example:\n  sightline service activity --workspace acme --data ./service-data > activity.jsonl',
      ),
    )
    .action(
      run(async (session, options) => {
        const { exportActivity } = await loadService();
        const { dataDir } = dataPlace(session, options.data);
        const { workspace, after, since, actor } = options;
        for await (const lines of exportActivity({
          dataDir,
          workspace,
          ...present({ after, since, actor }),
        })) {
          if (session.signal.aborted) break;
          session.out.jsonLine(lines.trimEnd());
          // Held back where whoever reads is slower.
          await session.out.flush();
        }
        return exitCodes.good.code;
      }),
    );

function time(text: string): number {
  const value = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(value))
    throw new InvalidArgumentError('It must be a date or a time such as 2026-11-30T12:00:00Z.');
  return value;
}
