import { Argument, Option } from '@commander-js/extra-typings';
import { present } from '../../base/present.ts';
import { SightlineError, type ErrorCode } from '../../base/errors.ts';
import { originOf } from '../../base/address.ts';
import type { ApiFormat } from '../../inference/api/apiFormat.ts';
import { listModels } from '../../inference/providers/models.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { knownProviders } from '../../inference/providers/providers.ts';
import { cleanProviderKey } from '../../platform/providerKey.ts';
import { apiOption } from '../asking/targetOptions.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { UsageError } from '../usageError.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption, keyFileOption } from '../options.ts';
import { keychainNote } from '../../platform/saved/keyStore.ts';
import { keyToSave } from '../input/givenKey.ts';
import { assertMayTravel } from '../providerKey.ts';
import {
  assertSettable,
  findProvider,
  providerOf,
  saveProvider,
  type ProviderSetting,
} from '../providers.ts';
import type { Session } from '../session.ts';
import { suggesting } from '../suggested.ts';
import { providerNames } from '../suggestedNames.ts';

/** `sightline provider set`. */
export const define: DefineCommand = (command, run) =>
  command
    .addArgument(
      suggesting(
        new Argument('<name>', 'name from "sightline provider list", or with --url one of your own'),
        providerNames,
      ),
    )
    .argument('[key]', 'the key; it is kept in the shell history')
    .option('--url <url>', 'address with its version path, for example http://localhost:8000/v1')
    .addOption(apiOption('API format of your own provider (default: "chat.completions")'))
    .option('--key-variable <name>', 'environment variable that may hold its key')
    .option('--no-key', 'the provider needs no key', true)
    .option('--no-images', 'the models of the provider do not support images', true)
    .addOption(new Option('--no-pictures', 'the old name of --no-images').default(true).hideHelp())
    .addOption(keyFileOption())
    .option('--unchecked', 'save the key without checking it')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections(
        'Without a key argument, prompts for it on a terminal without showing it, else\nreads standard input. A key belongs to the address it was saved for and is sent\nnowhere else.',
      ),
    )
    .action(
      run(async (session, id, argument, options) => {
        const { out, keys, folder } = session;
        assertSettable(id);
        const setting = settingOf(id, options);
        const provider = setting === undefined ? await findProvider(session, id) : providerOf(setting);
        if (provider.baseURL === '')
          throw new UsageError(`${provider.label} needs its address, too: --url URL.`);
        const { origin } = new URL(provider.baseURL);
        const wanted = argument !== undefined || options.keyFile !== undefined;
        if (wanted && !options.key) throw new UsageError('A key and --no-key cannot be combined.');
        let words = `${provider.label} is at ${provider.baseURL}`;
        let keptIn: string | undefined;
        if (wanted || provider.needsKey) {
          assertMayTravel(provider);
          const key = await keyToSave(
            session,
            { argument, keyFile: options.keyFile },
            { question: question(provider), clean: cleanProviderKey },
          ).catch((error: unknown) => {
            throw isMissing(error) && setting !== undefined && !wanted
              ? new SightlineError('missingKey', error.message, { hint: 'If it needs no key, add --no-key.' })
              : error;
          });
          if (options.unchecked !== true) await check(session, provider, key);
          const kept = await keys.save('provider', { key, origin });
          if (kept.because !== undefined) out.note(keychainNote(kept.because));
          keptIn = kept.keptIn;
          words += `; its key is saved ${kept.place}`;
        }
        if (setting !== undefined) await saveProvider(session, setting);
        out.result(
          {
            provider: id,
            url: provider.baseURL,
            ...(keptIn === undefined ? {} : { keptIn, folder: folder.path }),
          },
          `${words}.`,
        );
        return exitCodes.good.code;
      }),
    );

function isMissing(error: unknown): error is SightlineError {
  return error instanceof SightlineError && error.code === 'missingKey';
}

interface SettingValues {
  url?: string | undefined;
  api?: ApiFormat | undefined;
  keyVariable?: string | undefined;
  /** False with `--no-key`. */
  key: boolean;
  /** False with `--no-images`; the other is the option's old name. */
  images: boolean;
  pictures: boolean;
}

/** What is to be saved beside the key; undefined where no address is given. */
function settingOf(id: string, options: SettingValues): ProviderSetting | undefined {
  const { url, api, keyVariable, key } = options;
  const images = options.images && options.pictures;
  const own = api !== undefined || keyVariable !== undefined || !images || !key;
  const known = knownProviders.some(provider => provider.id === id);
  if (known && own) throw new UsageError(`${id} is built in: only its key and --url can be set.`);
  if (url === undefined) {
    if (own) throw new UsageError('These options need --url, too.');
    return undefined;
  }
  return {
    id,
    baseUrl: url,
    ...present({ apiFormat: api, keyVariable }),
    ...(key ? {} : { needsKey: false }),
    ...(images ? {} : { takesImages: false }),
  };
}

function question({ label, keyPage, baseURL }: Provider): string {
  return `Key for ${label} at ${originOf(baseURL)}${keyPage === undefined ? '' : ` (made at ${keyPage})`}: `;
}

/** What says that the provider lists no models, and so nothing of the key. */
const sayNothing: readonly ErrorCode[] = ['notFound', 'notAService', 'badRequest'];

/** Asks for the models, which costs nothing; the old key is still there where that fails. */
async function check({ out, signal }: Session, { label, baseURL }: Provider, apiKey: string): Promise<void> {
  out.progress(`Asking ${label}…`);
  try {
    await listModels({ label, baseURL, apiKey }, { signal });
  } catch (error) {
    if (!(error instanceof SightlineError) || !sayNothing.includes(error.code)) throw error;
    out.note(`${label} lists no models, so the key could not be checked.`);
  }
}
