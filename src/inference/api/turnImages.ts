import { defaultPrompt } from './input.ts';
import type { ToolCall, Turn, TurnImage } from './question.ts';
import type { RequestImages } from './recoveries.ts';
import { withResultImages } from './resultImages.ts';

/** A turn as it goes out: its images as plain data URLs. */
export interface PlainTurn {
  role: Turn['role'];
  text: string;
  images: readonly string[];
  toolCalls?: readonly ToolCall[];
  reasoning?: string;
  callId?: string;
  /** It shows the images of a tool's result. */
  isOfResult?: true;
}

/** The image of a turn itself, without its crops. */
export function dataUrlOf(image: TurnImage): string {
  return typeof image === 'string' ? image : image.dataUrl;
}

/** The crops of an image that go with it. */
export function cropsOf(image: TurnImage): readonly string[] {
  return typeof image === 'string' ? [] : (image.tiles?.dataUrls ?? []);
}

/** How many images a question has, and how many of them it has to have. */
export function countImages(turns: readonly Turn[]): Omit<RequestImages, 'areTiny'> {
  const all = turns.flatMap(({ images = [] }) => images);
  const shown = withResultImages(turns);
  const last = shown.slice(shown.findLastIndex(({ isOfResult, role }) => !isOfResult && role !== 'user') + 1);
  return {
    sent: all.reduce((sum, image) => sum + 1 + cropsOf(image).length, 0),
    least: last.reduce((sum, { images = [] }) => sum + images.length, 0),
  };
}

/**
 * The turns with at most so many images: those of the last turn, then those of the turns before it, the latest first, then
 * crops in the same order. The text of a turn says which image is what, where there are crops.
 */
export function withImages(turns: readonly Turn[], most: number): PlainTurn[] {
  let left = most;
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, left);
    left -= taken;
    return taken;
  };
  const latestFirst = withResultImages(turns).toReversed();
  const overviews = latestFirst.map(({ images = [] }) => take(images.length));
  const crops = latestFirst.map(({ images = [] }, at) =>
    images.slice(0, overviews[at]).map(image => take(cropsOf(image).length)),
  );
  return latestFirst
    .flatMap((turn, at): PlainTurn[] => {
      const { images = [], text } = turn;
      const shown = images
        .slice(0, overviews[at])
        .map((image, place) => withCrops(image, crops[at]?.[place] ?? 0));
      if (turn.isOfResult && shown.length === 0) return [];
      return [
        {
          ...turn,
          text: withTileText(text, shown),
          images: shown.flatMap(image => [dataUrlOf(image), ...cropsOf(image)]),
        },
      ];
    })
    .reverse();
}

/** An image with the first of its crops alone. */
function withCrops(image: TurnImage, count: number): TurnImage {
  if (typeof image === 'string' || image.tiles === undefined) return image;
  return { ...image, tiles: { ...image.tiles, dataUrls: image.tiles.dataUrls.slice(0, count) } };
}

/** A question with a word on which image part is what, where images are sent with crops. */
export function withTileText(text: string, images: readonly TurnImage[]): string {
  const lines: string[] = [];
  let number = 1;
  for (const image of images) {
    const crops = cropsOf(image).length;
    if (typeof image !== 'string' && image.tiles !== undefined && crops > 0)
      lines.push(`Image ${number} is an overview; ${cropWords(number + 1, crops, image.tiles)}.`);
    number += 1 + crops;
  }
  return lines.length === 0 ? text : [text || defaultPrompt, lines.join('\n')].join('\n\n');
}

function cropWords(first: number, count: number, { across, down }: { across: number; down: number }): string {
  const what = count === 1 ? `image ${first} is` : `images ${first} to ${first + count - 1} are`;
  const all = across * down;
  const which =
    count === all
      ? 'crops of it'
      : count === 1
        ? `the first of ${all} crops of it`
        : `the first ${count} of ${all} crops of it`;
  return `${what} ${which} in full size, row by row from the top left, ${across} across and ${down} down`;
}
