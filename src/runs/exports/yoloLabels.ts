import { ValueError } from '../../base/errors.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import { cocoCategories, cocoPlace } from '../../recognition/cocoCategories.ts';
import type { Thing } from '../../recognition/findings.ts';
import type { Description } from '../runRow.ts';
import { otherKindsNote } from './cocoBoxes.ts';
import { DetectionReader } from './detections.ts';
import { manifestOf } from './exportedPictures.ts';
import type { ExportedRun, ExportNotes, ExportOptions, ExportReport } from './exportOptions.ts';
import { describedPictures, newExportStats, type DescribedPicture } from './exportStats.ts';
import { copyName, isAmongPictures } from './exportCopies.ts';
import { writeManifest, type WrittenFile } from './manifest.ts';
import { addFileOutcome, putFile, type FileOutcome } from './putFile.ts';
import { replaceable } from './replaceable.ts';
import { reportOf } from './report.ts';
import { nameKey } from './sidecars/sidecarNames.ts';
import { t } from '../../base/l10n.ts';

/** The file with the names of the classes. */
const dataFile = 'data.yaml';

/** Files that are looked at and written at the same time. */
const ahead = 16;

/**
 * Writes labels as YOLO has them into a folder: `data.yaml` with the names of the classes, and `labels/NAME.txt` for each
 * picture, with a line `class cx cy w h` for each thing, as parts of the picture's width and height. A picture in which
 * nothing was found gets an empty file, one that nobody looked at gets none. Labels that others wrote stay.
 * @throws {ValueError} where the folder is that of the pictures, or has a `data.yaml` that Sightline did not write: its
 * classes may be others.
 */
export async function exportYoloLabels(
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const { files } = options;
  const known = await checkYoloLabels(run, target, options);
  const manifest = files.join(target, manifestOf(dataFile));
  const stats = newExportStats();
  const told: ExportNotes = { notes: [], remedies: [] };
  const reader = new DetectionReader(options);
  const report = reportOf('yolo', stats, { manifest });
  const standing: WrittenFile[] = [];
  const take = (outcome: FileOutcome): void => {
    addFileOutcome(report, outcome);
    if ('written' in outcome) standing.push(outcome.written);
    if ('unchanged' in outcome) standing.push(outcome.unchanged);
  };
  const put = (name: string, content: string, overwrite = options.overwrite): Promise<FileOutcome> =>
    putFile(files, { name, location: files.join(target, name), content, known: known.get(name) }, overwrite);

  take(await put(dataFile, dataYaml(options), options.overwrite ?? 'ours'));
  const used = new Set<string>();
  let others = 0;
  const label = async ({ row, description }: DescribedPicture): Promise<FileOutcome | undefined> => {
    const things = reader.read(description)?.things;
    if (things === undefined) return undefined;
    const name = `labels/${copyName(row.picture.name).replace(/(?<=[^/])\.[^./]*$/, '')}.txt`;
    if (used.has(nameKey(name)))
      return {
        failed: { name: row.picture.name, reason: t('Another image has the labels {name}.', { name }) },
      };
    used.add(nameKey(name));
    const lines = things.flatMap(thing => labelLine(thing, description) ?? []);
    others += things.length - lines.length;
    return put(name, lines.map(line => `${line}\n`).join(''));
  };
  for await (const outcome of orderedMap(describedPictures(run, options, stats), ahead, label))
    if (outcome !== undefined) take(outcome);
  await writeManifest(manifest, {
    format: 'yolo',
    run,
    options,
    stats,
    files: standing,
    known,
    complete: true,
  });
  told.notes.push(
    t('To train, put the images into the folder "images" next to "labels", with the same names and folders.'),
    ...otherKindsNote(others),
  );
  reader.tell(told);
  const { described, leftOut, open } = stats;
  return { ...report, ...told, described, leftOut, open };
}

/**
 * Looks for what would stand in the way of the labels.
 * @returns what earlier exports to the folder wrote.
 * @throws {ValueError} as {@link exportYoloLabels} does.
 */
export async function checkYoloLabels(
  run: Pick<ExportedRun, 'rows'>,
  target: string,
  options: Pick<ExportOptions, 'files' | 'overwrite'>,
) {
  const { files } = options;
  if (isAmongPictures(run, target, options))
    throw new ValueError(t('The folder for the labels is the folder of the images.'), {
      hint: t('Choose another folder for the labels.'),
    });
  return (await replaceable(files.join(target, dataFile), options)).known;
}

/** Sizes are parts of the picture's; what is no class of COCO has no line. */
function labelLine({ label, box }: Thing, { width, height }: Description): string | undefined {
  const place = cocoPlace(label);
  if (place === undefined) return undefined;
  const centre = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  const parts = [...centre, box.width / width, box.height / height];
  return [place, ...parts.map(part => part.toFixed(6))].join(' ');
}

/** The classes, always all of them: a number means the same in every export. */
function dataYaml({ toolVersion }: Pick<ExportOptions, 'toolVersion'>): string {
  return [
    `# Labels by Sightline ${toolVersion}. Put the images into "images" next to "labels".`,
    'train: images',
    'val: images',
    'names:',
    ...cocoCategories.map(({ name }, place) => `  ${place}: ${name}`),
    '',
  ].join('\n');
}
