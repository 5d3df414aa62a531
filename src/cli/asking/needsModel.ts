import { isBeyondOffline } from '../../inference/offline/questions/readQuestions.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import { UsageError } from '../usageError.ts';
import type { Target } from './target.ts';

/**
 * Refuses to put to the offline describer what it can answer nothing of: what it prints would be taken for the answer.
 * @param command whose help is named.
 * @param asked the question or prompt, and whether it is about an image.
 * @throws {UsageError}
 */
export function assertAnswerable(
  { provider }: Pick<Target, 'provider'>,
  command: 'ask' | 'describe',
  { text, hasImage }: { text: string; hasImage: boolean },
): void {
  if (provider.id !== offlineProvider.id || (hasImage && !isBeyondOffline(text))) return;
  throw new UsageError(
    `The offline describer ${hasImage ? 'cannot answer this' : 'only answers questions about images'}. Choose a model with --provider and --model.`,
    command,
  );
}
