import { keysPage } from '../../platform/serviceAddress.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption, serviceOption } from '../options.ts';
import { forgetService, serviceInUse, serviceKeyVariable } from '../../platform/saved/savedLogin.ts';

/** `sightline logout`. */
export const define: DefineCommand = (command, run) =>
  command
    .addOption(serviceOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections('The key itself stays valid until you revoke it on the page of the service.'),
    )
    .action(
      run(async (session, options) => {
        const { out, env, keys } = session;
        const address = await serviceInUse(session, options.service);
        const { base, origin } = address;
        const removed = await keys.remove('service', origin);
        await forgetService(session, address);
        const variable = serviceKeyVariable(origin);
        if (env[variable]?.trim()) out.note(`${variable} is set and remains in use.`);
        out.result(
          { service: base, removed },
          removed
            ? `Logged out of ${base}. The key stays valid until it is revoked: ${keysPage(address)}`
            : `You were not logged in to ${base}.`,
        );
        return exitCodes.good.code;
      }),
    );
