import { present } from '../../base/present.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption } from '../options.ts';
import { dataOption, dataPlace, loadService } from '../serving/dataFolder.ts';

/** `sightline service restore`. */
export const define: DefineCommand = (command, run) =>
  command
    .argument('<file>', 'a file that "sightline service backup" has made')
    .addOption(dataOption())
    .option(
      '--master-key-file <file>',
      'the master key of the backup, which becomes that of the data folder (default: SIGHTLINE_MASTER_KEY, or master.key in the data folder)',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections(
        'The service must be stopped. The backup is checked, and every encrypted value in\nit is opened with the master key, before anything changes. The former data stays\nin a folder before-restore-TIME in the data folder. Keys that were revoked, and\nsessions that ended after the backup was made, are valid again.',
        'Example:\n  sightline service restore service-2026-11-30.db --data ./service-data',
      ),
    )
    .action(
      run(async (session, file, options) => {
        const { restore } = await loadService();
        const { dataDir, ...key } = dataPlace(session, options.data);
        const restored = restore({
          dataDir,
          ...key,
          file,
          ...present({ masterKeyFile: options.masterKeyFile }),
        });
        const takenAt = restored.takenAt === undefined ? undefined : new Date(restored.takenAt).toISOString();
        const { former } = restored;
        session.out.result(
          { dataDir, ...present({ takenAt, former }) },
          [
            `${dataDir} holds the data of the backup${takenAt === undefined ? '' : ` of ${takenAt}`}.`,
            ...(former === undefined ? [] : [`The former data: ${former}`]),
          ].join('\n'),
        );
        session.out.note('Keys that were revoked and sessions that ended after the backup are valid again.');
        return exitCodes.good.code;
      }),
    );
