import { formatBytes } from '../../base/format.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption } from '../options.ts';
import { dataOption, dataPlace, loadService } from '../serving/dataFolder.ts';

/** `sightline service backup`. */
export const define: DefineCommand = (command, run) =>
  command
    .argument('<file>', 'the file to make; one that is there is not replaced')
    .addOption(dataOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections(
        'The copy is of one moment, and is checked before it gets its name. The master\nkey is not in it: keep master.key of the data folder, or SIGHTLINE_MASTER_KEY, in\nanother place. Where the key is at hand, every encrypted value is tried with it.',
        'Example:\n  sightline service backup service-2026-11-30.db --data ./service-data',
      ),
    )
    .action(
      run(async (session, file, options) => {
        const { backUp } = await loadService();
        const { bytes, takenAt, keyTried, ...made } = backUp({ ...dataPlace(session, options.data), file });
        session.out.result(
          { file: made.file, bytes, takenAt: new Date(takenAt).toISOString(), keyTried },
          `${made.file} (${formatBytes(bytes)}) holds the data of the service, without its master key.`,
        );
        if (!keyTried)
          session.out.note('No master key that fits is at hand, so the encrypted values were not tried.');
        return exitCodes.good.code;
      }),
    );
