import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import { editorDialogue } from './editorDialogue.ts';
import type { ProviderKeyServices } from './providerKeyServices.ts';
import { removeProviderKeyFlow } from './removeProviderKeyFlow.ts';
import { setProviderKeyFlow } from './setProviderKeyFlow.ts';

/** `sightline.setProviderKey`; `id` names a provider where the caller knows which. */
export async function setProviderKey(services: ProviderKeyServices, id?: unknown): Promise<void> {
  if (!(await requireTrust())) return;
  await setProviderKeyFlow(services, editorDialogue, idIn(id)).catch((error: unknown) =>
    showError(error, 'The key is not set'),
  );
}

/** `sightline.removeProviderKey`. Works in an untrusted folder too: it sends nothing. */
export async function removeProviderKey(services: ProviderKeyServices, id?: unknown): Promise<void> {
  await removeProviderKeyFlow(services, editorDialogue, idIn(id)).catch((error: unknown) =>
    showError(error, 'The key is not removed'),
  );
}

/** A command's argument may be anything. */
function idIn(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}
