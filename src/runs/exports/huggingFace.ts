import { captionOf } from './caption.ts';
import { namedValues, valueNames } from './columns.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { line } from './jsonLines.ts';
import { describedPictures, type ExportStats } from './exportStats.ts';

const ownNames = ['file_name', 'text'];

/**
 * The `metadata.jsonl` of an image folder, as `load_dataset("imagefolder")` of the `datasets` library reads it: `file_name`,
 * relative to the file itself, and `text`; the answer's columns beside them.
 */
export async function* huggingFace(
  run: ExportedRun,
  folder: string,
  options: ExportOptions,
  { stats, notes }: { stats: ExportStats; notes: string[] },
): AsyncGenerator<string, void, undefined> {
  const order = valueNames(run);
  let outside = 0;
  for await (const { row, description } of describedPictures(run, options, stats)) {
    const relative = options.files.relative(folder, row.picture.location);
    const isInside = relative !== undefined && !relative.startsWith('../');
    if (!isInside) outside++;
    yield line({
      file_name: isInside ? relative : row.picture.name,
      text: captionOf(description),
      ...namedValues(description, order, ownNames),
    });
  }
  if (outside > 0)
    notes.push(
      'The images are not in the folder of metadata.jsonl. Move the file to the folder of the run before loading it.',
    );
  if (stats.described < run.rows.length)
    notes.push(
      'Images without a description are not in metadata.jsonl. Some versions of "datasets" reject a folder that contains such images.',
    );
}
