import type { Disposable } from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { normalizeBaseURL } from '../../inference/providers/baseUrl.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { createInputBox } from '../dialogs/quickInput.ts';
import { readSetting, writeSetting } from '../settings.ts';
import type { ProviderRegistry } from './providerRegistry.ts';

/** What was found at an address. */
interface Server {
  baseURL: string;
  needsKey: boolean;
}

/** Asks for the address of a server, looks whether it lists models, and keeps it in `sightline.providers`. */
export async function addServer(
  providers: Pick<ProviderRegistry, 'all' | 'get'>,
): Promise<Provider | undefined> {
  const server = await askServer();
  if (server === undefined) return undefined;
  const there = providers.all().find(({ baseURL }) => baseURL === server.baseURL);
  if (there !== undefined) return there;
  const { host } = new URL(server.baseURL);
  const id = freeId(host, new Set(providers.all().map(provider => provider.id)));
  await writeSetting('providers', [
    ...readSetting('providers'),
    { id, label: host, baseUrl: server.baseURL, ...(server.needsKey ? {} : { needsKey: false }) },
  ]);
  return providers.get(id);
}

/** Asks for the address of a provider that has none of its own, and keeps it in `sightline.providerAddresses`. */
export async function addAddress(
  { id, label }: Provider,
  providers: Pick<ProviderRegistry, 'get'>,
): Promise<Provider | undefined> {
  const server = await askServer(label);
  if (server === undefined) return undefined;
  await writeSetting('providerAddresses', { ...readSetting('providerAddresses'), [id]: server.baseURL });
  return providers.get(id);
}

/** The address that the person enters; one that does not answer is taken when it is entered once more. */
async function askServer(label?: string): Promise<Server | undefined> {
  const box = createInputBox();
  box.title = label === undefined ? t('Add OpenAI-Compatible Server') : t('Address of {label}', { label });
  box.prompt = t('The address of its API, such as http://localhost:8080/v1');
  box.placeholder = 'https://…/v1';
  box.ignoreFocusOut = true;
  const search = new AbortController();
  const listeners: Disposable[] = [];
  let refused: string | undefined;
  try {
    return await new Promise(resolve => {
      const look = async (): Promise<void> => {
        const { value } = box;
        try {
          const baseURL = normalizeBaseURL(value);
          if (refused === value) return resolve({ baseURL, needsKey: true });
          box.busy = true;
          box.validationMessage = undefined;
          resolve(await serverAt(baseURL, search.signal));
        } catch (error) {
          if (isAbort(error)) return;
          box.validationMessage = error instanceof Error ? error.message : String(error);
          if (!(error instanceof SightlineError) || box.value !== value) return;
          refused = value;
          box.validationMessage += t(' Press Enter again to add it anyway.');
        } finally {
          box.busy = false;
        }
      };
      listeners.push(
        box.onDidAccept(() => void look()),
        box.onDidChangeValue(() => (box.validationMessage = undefined)),
        box.onDidHide(() => resolve(undefined)),
      );
      box.show();
    });
  } finally {
    search.abort();
    for (const listener of listeners) listener.dispose();
    box.dispose();
  }
}

/** Looks for a list of models at the address, and below `/v1` where the address has no path. */
async function serverAt(baseURL: string, signal: AbortSignal): Promise<Server> {
  const { listModels } = await import('../../inference/providers/models.ts');
  const look = async (address: string): Promise<Server> => {
    try {
      await listModels({ label: t('The server'), baseURL: address }, { signal, timeoutMs: 10_000 });
      return { baseURL: address, needsKey: false };
    } catch (error) {
      const status = error instanceof SightlineError ? error.status : undefined;
      if (status === 401 || status === 403) return { baseURL: address, needsKey: true };
      throw error;
    }
  };
  try {
    return await look(baseURL);
  } catch (error) {
    if (new URL(baseURL).pathname !== '/' || isAbort(error)) throw error;
    return await look(`${baseURL}/v1`).catch(() => {
      throw error;
    });
  }
}

/** A provider's id made from its host, which no other provider has. */
function freeId(host: string, taken: ReadonlySet<string>): string {
  const base = host.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return id;
}
