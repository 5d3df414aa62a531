import { PlatformClient } from '../../platform/platformClient.ts';
import { displayPrefix } from '../../platform/serviceKey.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { keyFileOption } from '../input/givenKey.ts';
import { requireServiceKey, serviceInUse, serviceOption, type FoundServiceKey } from '../serviceKey.ts';

/** `sightline whoami`. */
export const command = defineCommand({
  name: 'whoami',
  summary: 'ask the service whose key it is',
  usage: '',
  operands: { least: 0, most: 0 },
  options: {
    service: serviceOption,
    'key-file': keyFileOption,
    json: { type: 'boolean', help: 'one object' },
  },
  run: async (session, { values }) => {
    const { out, signal, version } = session;
    const address = await serviceInUse(session, values.service);
    const found = await requireServiceKey(session, address, values['key-file']);
    const { key, origin, source, variable } = found;
    out.progress(`Asking ${origin}…`);
    const client = new PlatformClient({ address: address.base, key: { key, origin }, version });
    const holder = await client.accountSummary(signal);
    const shown = displayPrefix(key);
    out.result(
      {
        service: address.base,
        ...holder,
        displayPrefix: shown,
        source,
        ...(variable === undefined ? {} : { variable }),
      },
      `${holder?.username ?? 'Accepted'} at ${address.base}, by the key ${shown} ${whence(found)}`,
    );
    return exitCodes.good.code;
  },
});

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
