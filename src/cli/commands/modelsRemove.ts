import { Argument } from '@commander-js/extra-typings';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { openModelStore } from '../models/modelFolder.ts';
import { jsonOption } from '../options.ts';
import { suggesting } from '../suggested.ts';
import { captionerNames } from '../suggestedNames.ts';

/** `sightline models remove`. */
export const define: DefineCommand = (command, run) =>
  command
    .addArgument(suggesting(new Argument('<name>', 'model name ("sightline models list")'), captionerNames))
    .addOption(jsonOption())
    .action(
      run(async (session, name) => {
        const removed = await openModelStore(session).remove(name);
        session.out.result(
          { model: name, removed },
          removed ? `Removed ${name}.` : `There is no model ${name} on this machine.`,
        );
        return exitCodes.good.code;
      }),
    );
