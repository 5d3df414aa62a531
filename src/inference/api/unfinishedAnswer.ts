import { SightlineError } from '../../base/errors.ts';
import { causes } from '../../base/connectionFault.ts';
import type { Answer } from './answer.ts';
import { refusesInText } from './refusalWords.ts';
import { shorten } from '../../base/shorten.ts';
import { longestMessage } from '../../base/plainReason.ts';
import { BrokenAnswer } from '../../base/node/idleTimeout.ts';
import { t } from '../../base/l10n.ts';

/** The cause of an error that says that a model got none of the images that were sent. */
export class NoImageReceived extends Error {
  constructor() {
    super('the model received no image');
    this.name = 'NoImageReceived';
  }
}

/** So many answers in a row that say that no image came have a common reason. */
export const mostWithoutImage = 3;

/** Whether an answer was none because the model got no image. */
export function saysNoImage(error: SightlineError): boolean {
  return [...causes(error)].some(cause => cause instanceof NoImageReceived);
}

/** Why an answer that ended is not a whole one, as an error for the person; undefined for a whole answer. */
export function unfinishedAnswer({ reason, refusal, text, reasoning }: Answer): SightlineError | undefined {
  const trimmed = text.trim();
  const words = refusal.trim() || (reason === 'noImage' || refusesInText(trimmed) ? trimmed : '');
  switch (reason) {
    case 'complete':
      return undefined;
    case 'length':
      return new SightlineError('incomplete', t('The answer reached its length limit and is truncated.'));
    case 'filtered':
      return new SightlineError(
        'incomplete',
        t("The provider's content filter withheld the rest of the answer."),
      );
    case 'refused':
      return new SightlineError(
        'noAnswer',
        words === ''
          ? t('The model refused to answer.')
          : shorten(t('The model refused to answer: {words}', { words }), longestMessage),
      );
    case 'noImage':
      return new SightlineError(
        'noAnswer',
        shorten(t('The model received no image: {words}', { words }), longestMessage),
        {
          cause: new NoImageReceived(),
          hint: t('Choose a vision model. If this is one, the server does not pass images on to it.'),
        },
      );
    case 'empty':
      return new SightlineError(
        'noAnswer',
        reasoning.trim() === ''
          ? t('The model returned an empty answer.')
          : t('The model returned reasoning but no answer.'),
      );
    case 'cut':
      return new SightlineError('incomplete', t('The connection was lost before the answer was complete.'), {
        cause: new BrokenAnswer(undefined),
      });
  }
}
