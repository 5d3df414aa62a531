import type { EndReason } from '../../inference/answer.ts';
import type { EntryError } from '../../protocol/conversation.ts';

/** Why a provider ended an answer before its end, in words. */
export function earlyEnd(reason: EndReason): EntryError {
  switch (reason) {
    case 'length':
      return {
        message: 'The answer reached its length limit and is not whole.',
        hint: 'Raise or clear the setting sightline.maxOutputTokens.',
        remedies: ['openSettings', 'retry'],
      };
    case 'filtered':
      return {
        message: "The provider's content filter withheld the rest of the answer.",
        remedies: ['chooseModel'],
      };
    case 'refused':
      return { message: 'The model refused to answer.', remedies: ['retry', 'chooseModel'] };
    case 'empty':
      return { message: 'The model ended without a word of answer.', remedies: ['retry', 'chooseModel'] };
    case 'cut':
    case 'complete':
      return { message: 'The connection ended before the answer did.', remedies: ['retry'] };
  }
}
