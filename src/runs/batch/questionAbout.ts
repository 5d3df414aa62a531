import type { PreparedImage } from '../../images/preparedImage.ts';
import type { Question } from '../../inference/question.ts';
import { partsOf, withTileWords } from '../../inference/tileWords.ts';
import type { RunQuestion } from '../runQuestion.ts';

/** A run's question about a picture. */
export function questionAbout(
  { prompt, model, parameters, schema }: RunQuestion,
  picture: PreparedImage,
): Question {
  return {
    model,
    turns: [{ role: 'user', text: withTileWords(prompt, [picture]), images: partsOf(picture) }],
    parameters,
    ...(schema === undefined ? {} : { schema }),
  };
}
