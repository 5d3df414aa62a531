import { offlineProvider } from '../../inference/providers/providers.ts';
import { UsageError } from '../usageError.ts';
import type { Target } from './target.ts';

const says = { ask: 'answers no questions', describe: 'follows no prompt' } as const;

/**
 * Refuses to put a question or a prompt to the offline describer: what it prints would be taken for the answer.
 * @param command whose help is named.
 * @throws {UsageError}
 */
export function assertFollowsPrompts(
  { provider }: Pick<Target, 'provider'>,
  command: keyof typeof says,
): void {
  if (provider.id === offlineProvider.id)
    throw new UsageError(
      `The offline describer only measures images and ${says[command]}. Choose a model with --provider and --model.`,
      command,
    );
}
