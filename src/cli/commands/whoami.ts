import { present } from '../../base/present.ts';
import { PlatformClient } from '../../platform/platformClient.ts';
import { displayPrefix } from '../../platform/serviceKey.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { jsonOption, keyFileOption, serviceOption } from '../options.ts';
import { serviceInUse, type FoundServiceKey } from '../../platform/saved/savedLogin.ts';
import { requireServiceKey } from '../serviceKey.ts';

/** `sightline whoami`. */
export const define: DefineCommand = (command, run) =>
  command
    .addOption(serviceOption())
    .addOption(keyFileOption())
    .addOption(jsonOption())
    .action(
      run(async (session, options) => {
        const { out, signal, version } = session;
        const address = await serviceInUse(session, options.service);
        const found = await requireServiceKey(session, address, options.keyFile);
        const { key, source, variable } = found;
        out.progress(`Asking ${found.origin}…`);
        const client = new PlatformClient({ address: address.base, key: found, version });
        const holder = await client.accountSummary(signal);
        const shown = displayPrefix(key);
        out.result(
          {
            service: client.address.base,
            ...holder,
            displayPrefix: shown,
            source,
            ...present({ variable }),
          },
          `${holder?.username ?? 'Accepted'} at ${client.address.base}, by the key ${shown} ${whence(found)}`,
        );
        return exitCodes.good.code;
      }),
    );

function whence({ source, variable, keptIn }: FoundServiceKey): string {
  switch (source) {
    case 'given':
      return 'from the file given';
    case 'environment':
      return `from ${variable ?? 'the environment'}`;
    case 'saved':
      return `from the login, kept in ${keptIn === 'keychain' ? "the system's keychain" : 'a file'}`;
  }
}
