import { ModelStore } from '../captioning/models/modelStore.ts';
import type { Destination } from './api/question.ts';
import { inProcessFetch } from './offline/inProcessServer.ts';
import { thisMachineProvider } from './providers/providers.ts';
import { captionServer } from './thisMachine/captionServer.ts';

/** The captioning models that lie in a folder, as a provider. */
export function thisMachineDestination(folder: string): Destination {
  const { label, baseURL, api } = thisMachineProvider;
  return { label, baseURL, api, fetch: inProcessFetch(captionServer({ store: new ModelStore(folder) })) };
}
