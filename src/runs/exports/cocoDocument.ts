import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { jsonDocument, type DocumentList } from './jsonDocument.ts';
import type { DescribedPicture } from './exportStats.ts';

/** The number of a picture in COCO's files: its place in the run, from 1. */
export function cocoImageId({ row }: DescribedPicture): number {
  return row.index + 1;
}

/** A picture in COCO's list of images. */
export function cocoImage(picture: DescribedPicture): Record<string, unknown> {
  const { width, height } = picture.description;
  return { id: cocoImageId(picture), file_name: picture.row.picture.name, width, height, license: 1 };
}

/** A file of COCO's; there is no date in it, so that the same results give the same file. */
export function cocoDocument(
  run: ExportedRun,
  { toolVersion }: Pick<ExportOptions, 'toolVersion'>,
  lists: readonly DocumentList[],
): AsyncGenerator<string, void, undefined> {
  return jsonDocument(
    {
      info: {
        description: run.title,
        version: '1.0',
        contributor: `Sightline ${toolVersion} with ${run.question.model}`,
      },
      licenses: [{ id: 1, name: 'Not stated', url: '' }],
    },
    lists,
  );
}
