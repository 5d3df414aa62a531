import type { Log } from '../log.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';

/** What folder runs work with. */
export interface RunsParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  log: Log;
}
