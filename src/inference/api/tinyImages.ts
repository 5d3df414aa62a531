import { enlargeTiny, isTiny } from '../../images/prepare/enlargeTiny.ts';
import type { Question, TurnImage } from './question.ts';
import type { RequestImages } from './recoveries.ts';
import { countImages, dataUrlOf } from './turnImages.ts';

/** What a question's images are, as far as servers may object to it. */
export function imagesOf({ turns }: Pick<Question, 'turns'>): RequestImages {
  const areTiny = turns.some(({ images = [] }) => images.some(image => isTiny(dataUrlOf(image))));
  return { ...countImages(turns), areTiny };
}

/** A question with its tiny images enlarged. */
export async function enlargedQuestion(question: Question): Promise<Question> {
  const turns = await Promise.all(
    question.turns.map(async turn =>
      turn.images === undefined ? turn : { ...turn, images: await Promise.all(turn.images.map(enlarged)) },
    ),
  );
  return { ...question, turns };
}

async function enlarged(image: TurnImage): Promise<TurnImage> {
  if (typeof image === 'string') return enlargeTiny(image);
  return { ...image, dataUrl: await enlargeTiny(image.dataUrl) };
}
