import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { openModelStore } from '../models/modelFolder.ts';
import { jsonOption } from '../options.ts';

/** `sightline models remove`. */
export const define: DefineCommand = (command, run) =>
  command
    .argument('<name>', 'model name ("sightline models list")')
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
