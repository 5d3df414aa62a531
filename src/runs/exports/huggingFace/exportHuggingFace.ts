import type { Description, RunRow } from '../../runRow.ts';
import { captionOf } from '../caption.ts';
import { renamedNote, valueNames } from '../columns.ts';
import { detectionNames } from '../detectionColumns.ts';
import { DetectionReader, type Detections } from '../detections.ts';
import type { ExportFiles } from '../exportFiles.ts';
import { manifestOf } from '../exportedPictures.ts';
import type { ExportedRun, ExportNotes, ExportOptions, ExportReport, NamedReason } from '../exportOptions.ts';
import { describedPictures, newExportStats, type ExportStats } from '../exportStats.ts';
import { fingerprinted } from '../fingerprint.ts';
import { line } from '../jsonLines.ts';
import { writeManifest, type WrittenFile } from '../manifest.ts';
import { replaceable } from '../replaceable.ts';
import { reportOf } from '../report.ts';
import { leadsOut, leadsOutSentence } from '../sidecars/leadsOut.ts';
import { ColumnSurvey, type MetadataColumns } from './metadataColumns.ts';
import { metadataLayout, type MetadataLayout } from './metadataLayout.ts';
import { counted, t } from '../../../base/l10n.ts';

/** The name under which the loader finds a metadata file. */
const loadedName = 'metadata.jsonl';

/** Other metadata files that are named; of more it is said how many. */
const mostNamed = 3;

/**
 * Writes the metadata of a folder of images as `load_dataset("imagefolder")` of the `datasets` library reads it: one file, or
 * one in each folder that the loader takes for a split. Each line has `file_name`, relative to its file, and `text`; the
 * answer's columns beside them, of one type in all files. The manifest lies beside `target`.
 * @param target the file of the images that lie in no folder of a split; its folder is where the loader begins.
 * @throws {ValueError} where a file stands there that would have to be replaced and may not be.
 */
export async function exportHuggingFace(
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const { files } = options;
  const { folder, name } = files.split(target);
  const manifest = files.join(folder, manifestOf(name));
  const layout = await metadataLayout(run.rows, folder, name, files);
  const { standing, known } = await replaceable(target, options, metadataFiles(run, layout));
  const survey = new ColumnSurvey(valueNames(run));
  const reader = new DetectionReader(options);
  const objectsColumn = detectionNames(valueNames(run)).objects;
  let hasObjects = false;
  const parts = new Map<string, RunRow[]>();
  const surveyed = newExportStats();
  // What is surveyed is not done.
  const { onProgress: _, ...wanted } = options;
  for await (const { row, description } of describedPictures(run, wanted, surveyed)) {
    const { file } = layout.placeOf(row);
    const objects = objectsOf(reader.read(description));
    hasObjects ||= objects !== undefined;
    survey.add(file, withColumn(description, objectsColumn, objects));
    const part = parts.get(file);
    if (part === undefined) parts.set(file, [row]);
    else part.push(row);
  }
  if (parts.size === 0) parts.set(name, []);
  const columns = survey.columns();

  const stats = { ...newExportStats(), leftOut: surveyed.leftOut, open: surveyed.open };
  const written: WrittenFile[] = [];
  const kept: NamedReason[] = [];
  const note = (complete: boolean): Promise<void> =>
    writeManifest(manifest, { format: 'huggingface', run, options, stats, files: written, known, complete });
  for (const [file, rows] of parts) {
    if (file !== name && (await leadsOut(files, folder, files.join(folder, file)))) {
      kept.push({ name: file, reason: leadsOutSentence() });
      continue;
    }
    // Named one by one: a run may be an object of a class, whose methods a spread leaves behind.
    const { title, question } = run;
    const part = {
      title,
      question,
      rows,
      description: (index: number) => run.description(index),
      descriptions: (indices: readonly number[]) => run.descriptions(indices),
    };
    const content = metadataLines(part, options, { stats, layout, columns, objectsColumn });
    await files.write(
      files.join(folder, file),
      // Should the next step be the last, the new file is known to be ours; and so is the old one, should this be.
      fingerprinted(content, async sha256 => {
        written.push({ name: file, sha256 });
        await note(false);
      }),
    );
  }
  await note(true);
  const told: ExportNotes = { notes: [], remedies: [] };
  if (hasObjects) reader.tell(told);
  return reportOf('huggingface', stats, {
    written: written.length,
    kept,
    replaced: written.filter(file => standing.has(file.name) && known.has(file.name)).length,
    notes: [
      ...placeNotes(layout, [...parts.values()].flat(), { folder, name, files }),
      ...columnNotes(columns),
      ...(stats.described < run.rows.length
        ? [
            t(
              'Images without a description are not in {name}. Some versions of "datasets" reject a folder that contains such images.',
              { name },
            ),
          ]
        : []),
      ...told.notes,
    ],
    ...(told.remedies.length === 0 ? {} : { remedies: told.remedies }),
    manifest,
  });
}

/**
 * Looks for what would stand in the way of the metadata files.
 * @throws {ValueError} as {@link exportHuggingFace} does.
 */
export async function checkMetadata(
  run: Pick<ExportedRun, 'rows'>,
  target: string,
  options: Pick<ExportOptions, 'files' | 'replace' | 'overwrite'>,
): Promise<void> {
  const { folder, name } = options.files.split(target);
  const layout = await metadataLayout(run.rows, folder, name, options.files);
  await replaceable(target, options, metadataFiles(run, layout));
}

function metadataFiles({ rows }: Pick<ExportedRun, 'rows'>, { placeOf }: MetadataLayout): Set<string> {
  return new Set(rows.map(row => placeOf(row).file));
}

async function* metadataLines(
  run: ExportedRun,
  options: ExportOptions,
  {
    stats,
    layout,
    columns,
    objectsColumn,
  }: { stats: ExportStats; layout: MetadataLayout; columns: MetadataColumns; objectsColumn: string },
): AsyncGenerator<string, void, undefined> {
  const reader = new DetectionReader(options);
  for await (const { row, description } of describedPictures(run, options, stats))
    yield line({
      file_name: layout.placeOf(row).image,
      text: captionOf(description),
      ...columns.valuesOf(withColumn(description, objectsColumn, objectsOf(reader.read(description)))),
    });
}

/**
 * What was recognised, as datasets for object detection have it: boxes from their left top corner, in whole pixels, so that
 * all files have numbers of one type.
 */
function objectsOf(detections: Detections | undefined): unknown {
  return (
    detections && {
      bbox: detections.things.map(({ box: { x, y, width, height } }) => [
        Math.round(x),
        Math.round(y),
        Math.max(1, Math.round(width)),
        Math.max(1, Math.round(height)),
      ]),
      categories: detections.things.map(({ label }) => label),
    }
  );
}

/** An answer with another column, where there is a value for it. */
function withColumn(
  { columns }: Pick<Description, 'columns'>,
  name: string,
  value: unknown,
): Pick<Description, 'columns'> {
  if (value === undefined) return columns === undefined ? {} : { columns };
  return { columns: { [name]: value, ...columns } };
}

function columnNotes({ names, asJson }: MetadataColumns): string[] {
  return [
    ...renamedNote(names),
    ...(asJson.length === 0
      ? []
      : [
          t('Written as JSON text, because "datasets" needs one type for a column: {asJson}.', {
            asJson: asJson.join(', '),
          }),
        ]),
  ];
}

/** What the person should know about where the files are, so that the loader reads them. */
function placeNotes(
  { rule, because = '', placeOf, others }: MetadataLayout,
  rows: readonly RunRow[],
  { folder, name, files }: { folder: string; name: string; files: ExportFiles },
): string[] {
  const places = rows.map(placeOf);
  const passedOver = places.filter(({ isPassedOver }) => isPassedOver).length;
  const splits = new Set(places.filter(({ isPassedOver }) => !isPassedOver).map(({ file }) => file)).size;
  const quoted = JSON.stringify(files.split(folder).name);
  const notes: string[] = [];
  if (name !== loadedName)
    notes.push(t('"datasets" reads the file only if it is called {loadedName}.', { loadedName }));
  if (rule === 'folderNames')
    notes.push(
      counted(
        splits,
        '"datasets" takes its splits from folder names ({because}), so there is one {name} in each such folder: {count} file.',
        '"datasets" takes its splits from folder names ({because}), so there is one {name} in each such folder: {count} files.',
        { because, name },
      ),
    );
  if (passedOver > 0)
    notes.push(
      counted(
        passedOver,
        '{count} image is in no folder that is named after a split. "datasets" does not load it.',
        '{count} images are in no folder that is named after a split. "datasets" does not load them.',
      ),
    );
  if (rule === 'shards' || rule === 'logs' || rule === 'fileNames')
    notes.push(
      t(
        '"datasets" takes its splits from file names here ({because}) and then reads no metadata. Load the folder as one split: load_dataset("imagefolder", data_dir={quoted}, data_files={"train": "**"}). For several splits, move the images into folders such as train and test, and export again.',
        { because, quoted },
      ),
    );
  if (others.length > 0)
    notes.push(
      t(
        '"datasets" also reads the metadata that is there already: {others}. Move it away if it is about the same images.',
        { others: othersText(others) },
      ),
    );
  if (places.some(({ isInside }) => !isInside))
    notes.push(
      t(
        'The images are not in the folder of {name}. Move the file to the folder of the run before loading it.',
        { name },
      ),
    );
  return notes;
}

function othersText(others: readonly string[]): string {
  const names = others.slice(0, mostNamed).join(', ');
  const count = others.length - mostNamed;
  return count > 0 ? t('{names} and {count} more', { names, count }) : names;
}
