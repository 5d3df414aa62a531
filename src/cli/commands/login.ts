import { PlatformClient } from '../../platform/platformClient.ts';
import { keysPage } from '../../platform/serviceAddress.ts';
import { cleanKey, displayPrefix } from '../../platform/serviceKey.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption, keyFileOption, serviceOption } from '../options.ts';
import { keychainNote } from '../../platform/saved/keyStore.ts';
import { keyToSave } from '../input/givenKey.ts';
import { rememberService, serviceInUse, serviceKeyVariable } from '../../platform/saved/savedLogin.ts';

/** `sightline login`. */
export const define: DefineCommand = (command, run) =>
  command
    .argument('[key]', 'the key; it is kept in the shell history')
    .addOption(serviceOption())
    .addOption(keyFileOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections(
        'Without a key argument, prompts for it on a terminal without showing it, else\nreads standard input. The key is saved in the system keychain, or if there is\nnone in a file of mode 0600; the output says which.',
      ),
    )
    .action(
      run(async (session, argument, options) => {
        const { out, env, keys, signal, version } = session;
        const address = await serviceInUse(session, options.service);
        const { origin } = address;
        const key = await keyToSave(
          session,
          { argument, keyFile: options.keyFile },
          { question: `Key for ${origin} (made at ${keysPage(address)}): `, clean: cleanKey },
        );
        out.progress(`Asking ${origin}…`);
        const client = new PlatformClient({ address: address.base, key: { key, origin }, version });
        const holder = await client.accountSummary(signal);
        // A service of several regions leads to that of the key, where it is saved for.
        const { address: led } = client;
        const kept = await keys.save('service', { key, origin: led.origin });
        await rememberService(session, led);
        if (kept.because !== undefined) out.note(keychainNote(kept.because));
        const variable = serviceKeyVariable(led.origin);
        if (env[variable]?.trim()) out.note(`${variable} is set and takes precedence over this login.`);
        out.result(
          { service: led.base, ...holder, displayPrefix: displayPrefix(key), keptIn: kept.keptIn },
          `Logged in to ${led.base}${holder === undefined ? '' : ` as ${holder.username}`}. The key ${displayPrefix(key)} is saved ${kept.place}.`,
        );
        return exitCodes.good.code;
      }),
    );
