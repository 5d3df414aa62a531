import { SightlineError, type ErrorCode } from '../../base/errors.ts';
import { originOf } from '../../base/address.ts';
import { listModels } from '../../inference/providers/models.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { knownProviders } from '../../inference/providers/providers.ts';
import { cleanProviderKey } from '../../platform/providerKey.ts';
import { formatOption } from '../asking/target.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../usageError.ts';
import { exitCodes } from '../exitCodes.ts';
import { keyFileOption, keyToSave } from '../input/givenKey.ts';
import { assertMayTravel } from '../providerKey.ts';
import {
  assertSettable,
  findProvider,
  providerOf,
  saveProvider,
  type ProviderSetting,
} from '../providers.ts';
import type { Session } from '../session.ts';

/** `sightline provider set`. */
export const command = defineCommand({
  name: 'provider set',
  summary: "save a provider's key, after checking it; with --url its address, too",
  usage: 'NAME [KEY]',
  operands: { least: 1, most: 2 },
  options: {
    url: { type: 'string', value: 'URL', help: 'address with the version path: http://localhost:8000/v1' },
    api: { type: 'string', value: 'FORMAT', help: 'what a provider of your own serves; chat.completions' },
    'key-variable': { type: 'string', value: 'NAME', help: 'environment variable that may hold its key' },
    'no-key': { type: 'boolean', help: 'it needs none' },
    'no-pictures': { type: 'boolean', help: 'its models take no pictures' },
    'key-file': keyFileOption,
    unchecked: { type: 'boolean', help: 'save the key without asking the provider' },
    json: { type: 'boolean', help: 'one object' },
  },
  notes: [
    'NAME is one of "sightline provider list" or, with --url, one of your own. Without KEY it asks on a terminal, showing\nnothing of it, else it reads standard input. A key belongs to the address it was saved for and goes nowhere else.',
  ],
  run: async (session, { values, operands: [id = '', argument] }) => {
    const { out, keys, folder } = session;
    assertSettable(id);
    const setting = settingOf(id, values);
    const provider = setting === undefined ? await findProvider(session, id) : providerOf(setting);
    if (provider.baseURL === '') throw new UsageError(`${provider.label} needs its address, too: --url URL.`);
    const { origin } = new URL(provider.baseURL);
    const wanted = argument !== undefined || values['key-file'] !== undefined;
    if (wanted && values['no-key'] === true) throw new UsageError('A key and --no-key do not go together.');
    let words = `${provider.label} is at ${provider.baseURL}`;
    let keptIn: string | undefined;
    if (wanted || provider.needsKey) {
      assertMayTravel(provider);
      const key = await keyToSave(
        session,
        { argument, keyFile: values['key-file'] },
        { question: question(provider), clean: cleanProviderKey },
      );
      if (values.unchecked !== true) await check(session, provider, key);
      const kept = await keys.save('provider', { key, origin });
      if (kept.because !== undefined) out.note(`The keychain could not be used: ${kept.because}.`);
      keptIn = kept.keptIn;
      words += `; its key is kept ${kept.place}`;
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
  },
});

interface SettingValues {
  url?: string;
  api?: string;
  'key-variable'?: string;
  'no-key'?: boolean;
  'no-pictures'?: boolean;
}

/** What is to be saved beside the key; undefined where no address is given. */
function settingOf(id: string, values: SettingValues): ProviderSetting | undefined {
  const api = formatOption(values.api);
  const keyVariable = values['key-variable'];
  const own = api !== undefined || keyVariable !== undefined || values['no-pictures'] === true;
  const known = knownProviders.some(provider => provider.id === id);
  if (known && (own || values['no-key'] === true))
    throw new UsageError(`What ${id} serves is known; only its key and --url can be set.`);
  if (values.url === undefined) {
    if (own || values['no-key'] === true) throw new UsageError('These options need --url, too.');
    return undefined;
  }
  return {
    id,
    baseUrl: values.url,
    ...(api === undefined ? {} : { apiFormat: api }),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...(values['no-key'] === true ? { needsKey: false } : {}),
    ...(values['no-pictures'] === true ? { takesImages: false } : {}),
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
