import { captionOf } from './caption.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { jsonDocument } from './jsonDocument.ts';
import { describedPictures, type DescribedPicture, type ExportStats } from './exportStats.ts';

/**
 * One JSON document in the form of COCO's captions. A picture's id is its place in the run, from 1, and its annotation has
 * the same; there is no date in it, so that the same results give the same file.
 */
export function coco(
  run: ExportedRun,
  options: ExportOptions,
  stats: ExportStats,
): AsyncGenerator<string, void, undefined> {
  // A row may change between the two passes: what has no image gets no annotation.
  const listed = new Set<number>();
  const images = mapped(describedPictures(run, options, stats), ({ row, description }) => {
    listed.add(row.index);
    const { width, height } = description;
    return { id: row.index + 1, file_name: row.picture.name, width, height, license: 1 };
  });
  const annotations = mapped(describedPictures(run, options), ({ row, description }) =>
    listed.has(row.index)
      ? { id: row.index + 1, image_id: row.index + 1, caption: captionOf(description) }
      : undefined,
  );
  return jsonDocument(
    {
      info: {
        description: run.title,
        version: '1.0',
        contributor: `Sightline ${options.toolVersion} with ${run.question.model}`,
      },
      licenses: [{ id: 1, name: 'Not stated', url: '' }],
    },
    [
      ['images', images],
      ['annotations', annotations],
    ],
  );
}

async function* mapped(
  pictures: AsyncIterable<DescribedPicture>,
  record: (picture: DescribedPicture) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  for await (const picture of pictures) {
    const item = record(picture);
    if (item !== undefined) yield item;
  }
}
