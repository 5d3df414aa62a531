import { SightlineError } from '../base/errors.ts';
import { present } from '../base/present.ts';
import type { Answer, AnswerEvent, EndReason } from '../inference/api/answer.ts';
import type { AskOptions, Destination, Question, TurnImage } from '../inference/api/question.ts';
import { redactAnswer } from '../inference/api/redactAnswer.ts';
import { ask } from '../inference/ask.ts';
import type { Description } from './describeImages.ts';
import { t } from '../base/l10n.ts';

/** Why an answer is no description, where it is none. */
const noDescription = (): Partial<Record<EndReason, string>> => ({
  filtered: t('The provider withheld the description.'),
  refused: t('The model refused to describe it.'),
  noImage: t('The model did not get the image. It may take text alone.'),
  empty: t('The model gave no description.'),
  cut: t('The description was broken off.'),
});

/** Whom to ask, and how. */
export interface AskedDescriber extends AskOptions {
  destination: Destination;
  /** As the provider knows it. */
  model: string;
  /** Called with each answer, whether it is a description or not: it was paid for. */
  onAnswer?: (answer: Answer) => void;
}

/**
 * Asks a vision model about one image.
 * @throws {SightlineError} where no description comes of it.
 */
export function askDescriber(
  { destination, model, onAnswer, ...options }: AskedDescriber,
  image: TurnImage,
  question: string,
): Promise<Description> {
  const asked = { model, turns: describingTurns(image, question) };
  return descriptionIn(redactAnswer(ask(asked, destination, options), destination.apiKey), onAnswer);
}

/** The conversation in which an image is described. */
export function describingTurns(image: TurnImage, question: string): Question['turns'] {
  return [{ role: 'user', text: question, images: [image] }];
}

/**
 * The description that an answer is.
 * @throws {SightlineError} where it is none.
 */
export async function descriptionIn(
  events: AsyncIterable<AnswerEvent>,
  onAnswer?: (answer: Answer) => void,
): Promise<Description> {
  let answer: Answer | undefined;
  for await (const event of events) if (event.type === 'end') answer = event.answer;
  if (answer === undefined) throw new SightlineError('noAnswer', t('The model gave no description.'));
  onAnswer?.(answer);
  const failure = noDescription()[answer.reason];
  if (failure !== undefined) throw new SightlineError('noAnswer', failure);
  return { text: answer.text, ...present({ usage: answer.usage }) };
}
