import type { Turn } from '../inference/api/question.ts';
import { describeImages } from './describeImages.ts';
import type { RelayCount, RelayOptions } from './describeImages.ts';

/**
 * A conversation for a model that takes text alone: behind the text of each turn stand the words for its images, those of
 * tools included.
 * @throws as {@link describeImages}.
 */
export async function relayTurns(
  turns: readonly Turn[],
  options: RelayOptions,
): Promise<{ turns: Turn[]; count: RelayCount }> {
  const { marks, count } = await describeImages(
    turns.flatMap(({ images = [] }) => images),
    options,
  );
  let next = 0;
  const worded = turns.map((turn): Turn => {
    if (turn.images === undefined) return turn;
    const { images, ...rest } = turn;
    const own = marks.slice(next, (next += images.length));
    return { ...rest, text: [turn.text, ...own].filter(Boolean).join('\n\n') };
  });
  return { turns: worded, count };
}
