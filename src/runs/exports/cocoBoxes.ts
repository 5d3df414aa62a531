import { cocoCategories, cocoPlace } from '../../recognition/cocoCategories.ts';
import { cocoDocument, cocoImage, cocoImageId } from './cocoDocument.ts';
import { bboxOf, DetectionReader, scoreOf } from './detections.ts';
import type { ExportedRun, ExportNotes, ExportOptions } from './exportOptions.ts';
import { describedPictures, type ExportStats } from './exportStats.ts';
import { counted } from '../../base/l10n.ts';

/**
 * One JSON document in the form of COCO's object detection, as `instances_val2017.json` has it: a box for each thing, in
 * pixels of the upright picture, with COCO's own categories and its score beside it. Pictures that nobody looked at are not
 * in it: without a box they would count as empty.
 */
export async function* cocoBoxes(
  run: ExportedRun,
  options: ExportOptions,
  stats: ExportStats,
  told: ExportNotes,
): AsyncGenerator<string, void, undefined> {
  const reader = new DetectionReader(options);
  // A row may change between the two passes: what has no image gets no annotation.
  const listed = new Set<number>();
  let others = 0;
  const images = async function* (): AsyncGenerator {
    for await (const picture of describedPictures(run, options, stats)) {
      if (reader.read(picture.description) === undefined) continue;
      listed.add(cocoImageId(picture));
      yield cocoImage(picture);
    }
  };
  const annotations = async function* (): AsyncGenerator {
    const again = new DetectionReader(options);
    let id = 0;
    for await (const picture of describedPictures(run, options)) {
      const imageId = cocoImageId(picture);
      if (!listed.has(imageId)) continue;
      for (const { label, score, box } of again.read(picture.description)?.things ?? []) {
        const category = cocoCategories[cocoPlace(label) ?? -1];
        if (category === undefined) others++;
        else
          yield {
            id: ++id,
            image_id: imageId,
            category_id: category.id,
            bbox: bboxOf(box),
            area: scoreOf(box.width * box.height),
            segmentation: [],
            iscrowd: 0,
            score: scoreOf(score),
          };
      }
    }
  };
  yield* cocoDocument(run, options, [
    ['images', images()],
    ['annotations', annotations()],
    ['categories', cocoCategories],
  ]);
  told.notes.push(...otherKindsNote(others));
  reader.tell(told);
}

/** A sentence on things of kinds that COCO does not have; none where there are none. */
export function otherKindsNote(count: number): string[] {
  if (count === 0) return [];
  return [
    counted(
      count,
      '{count} object is of no category of COCO and left out.',
      '{count} objects are of no category of COCO and left out.',
    ),
  ];
}
