import { captionOf } from './caption.ts';
import { cocoDocument, cocoImage, cocoImageId } from './cocoDocument.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { describedPictures, type ExportStats } from './exportStats.ts';

/**
 * One JSON document in the form of COCO's captions. A picture's id is its place in the run, from 1, and its annotation has
 * the same.
 */
export function coco(
  run: ExportedRun,
  options: ExportOptions,
  stats: ExportStats,
): AsyncGenerator<string, void, undefined> {
  // A row may change between the two passes: what has no image gets no annotation.
  const listed = new Set<number>();
  const images = async function* (): AsyncGenerator {
    for await (const picture of describedPictures(run, options, stats)) {
      listed.add(cocoImageId(picture));
      yield cocoImage(picture);
    }
  };
  const annotations = async function* (): AsyncGenerator {
    for await (const picture of describedPictures(run, options)) {
      const id = cocoImageId(picture);
      if (listed.has(id)) yield { id, image_id: id, caption: captionOf(picture.description) };
    }
  };
  return cocoDocument(run, options, [
    ['images', images()],
    ['annotations', annotations()],
  ]);
}
