import { captioners } from '../captioning/models/captioners.ts';
import { gatewayId } from '../inference/providers/gatewayProvider.ts';
import { knownProviders } from '../inference/providers/providers.ts';

/** Providers that `--provider` takes without being set up by name. */
export const providerNames: readonly string[] = [...knownProviders.map(({ id }) => id), gatewayId];

/** Captioning models that can be downloaded. */
export const captionerNames: readonly string[] = captioners.map(({ id }) => id);
