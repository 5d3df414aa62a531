import { PlatformClient } from '../../platform/platformClient.ts';
import { keysPage } from '../../platform/serviceAddress.ts';
import { cleanKey, displayPrefix } from '../../platform/serviceKey.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { keyFileOption, keyToSave } from '../input/givenKey.ts';
import { rememberService, serviceInUse, serviceOption, serviceVariable } from '../serviceKey.ts';

/** `sightline login`. */
export const command = defineCommand({
  name: 'login',
  summary: 'save the key of the service, after checking it',
  usage: '[KEY]',
  operands: { least: 0, most: 1 },
  options: {
    service: serviceOption,
    'key-file': keyFileOption,
    json: { type: 'boolean', help: 'one object' },
  },
  notes: [
    "Without KEY it asks on a terminal, showing nothing of it, else it reads standard input. A KEY on the command line\nstays in the shell's history. The key is kept in the system's keychain, or where there is none in a file of mode\n0600; it says which.",
  ],
  run: async (session, { values, operands }) => {
    const { out, env, keys, signal, version } = session;
    const address = await serviceInUse(session, values.service);
    const { origin } = address;
    const key = await keyToSave(
      session,
      { argument: operands[0], keyFile: values['key-file'] },
      { question: `Key for ${origin} (made at ${keysPage(address)}): `, clean: cleanKey },
    );
    out.progress(`Asking ${origin}…`);
    const client = new PlatformClient({ address: address.base, key: { key, origin }, version });
    const holder = await client.accountSummary(signal);
    const kept = await keys.save('service', { key, origin });
    await rememberService(session, address);
    if (kept.because !== undefined) out.note(`The keychain could not be used: ${kept.because}.`);
    const variable = serviceVariable(origin);
    if (env[variable]?.trim()) out.note(`${variable} is set and goes before this login.`);
    out.result(
      { service: address.base, ...holder, displayPrefix: displayPrefix(key), keptIn: kept.keptIn },
      `Logged in to ${address.base}${holder === undefined ? '' : ` as ${holder.username}`}. The key ${displayPrefix(key)} is kept ${kept.place}.`,
    );
    return exitCodes.good.code;
  },
});
