import { SightlineError } from '../../base/errors.ts';
import type { Answer } from './answer.ts';
import { shorten } from '../../base/shorten.ts';
import { longestMessage } from '../../base/plainReason.ts';
import { BrokenAnswer } from '../../base/node/idleTimeout.ts';

/** Why an answer that ended is not a whole one, as an error for the person; undefined for a whole answer. */
export function unfinishedAnswer({ reason, refusal }: Answer): SightlineError | undefined {
  switch (reason) {
    case 'complete':
      return undefined;
    case 'length':
      return new SightlineError('incomplete', 'The answer reached its length limit and is not whole.');
    case 'filtered':
      return new SightlineError(
        'incomplete',
        "The provider's content filter withheld the rest of the answer.",
      );
    case 'refused':
      return new SightlineError(
        'noAnswer',
        refusal.trim() === ''
          ? 'The model refused to answer.'
          : shorten(`The model refused to answer: ${refusal.trim()}`, longestMessage),
      );
    case 'empty':
      return new SightlineError('noAnswer', 'The model ended without a word of answer.');
    case 'cut':
      return new SightlineError('incomplete', 'The connection ended before the answer did.', {
        cause: new BrokenAnswer(undefined),
      });
  }
}
