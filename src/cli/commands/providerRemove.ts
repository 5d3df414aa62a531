import { Argument } from '@commander-js/extra-typings';
import { originOf } from '../../base/address.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { jsonOption } from '../options.ts';
import { assertSettable, findProvider, forgetProvider, keyVariableOf } from '../providers.ts';
import { suggesting } from '../suggested.ts';
import { providerNames } from '../suggestedNames.ts';

/** `sightline provider remove`. */
export const define: DefineCommand = (command, run) =>
  command
    .addArgument(suggesting(new Argument('<name>', 'provider name'), providerNames))
    .addOption(jsonOption())
    .action(
      run(async (session, id) => {
        const { out, env, keys } = session;
        assertSettable(id);
        const provider = await findProvider(session, id);
        const removedKey =
          provider.baseURL !== '' && (await keys.remove('provider', originOf(provider.baseURL)));
        const removedAddress = await forgetProvider(session, id);
        const variable = provider.baseURL === '' ? undefined : keyVariableOf(provider);
        if (variable !== undefined && env[variable]?.trim())
          out.note(`${variable} is set and remains in use.`);
        const removed = [
          ...(removedKey ? [`the key for ${originOf(provider.baseURL)}`] : []),
          ...(removedAddress ? ['its address'] : []),
        ];
        out.result(
          { provider: id, removedKey, removedAddress },
          removed.length === 0 ? `Nothing was saved for ${id}.` : `Removed ${removed.join(' and ')}.`,
        );
        return exitCodes.good.code;
      }),
    );
