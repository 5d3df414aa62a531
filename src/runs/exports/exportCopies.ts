import { isAbort, SightlineError, ValueError } from '../../base/errors.ts';
import { copiesManifest } from './exportedPictures.ts';
import type { ExportedRun, ExportOptions, ExportReport, NamedReason } from './exportOptions.ts';
import { sha256Of } from '../../base/node/hash.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import { readKnownFiles, writeManifest, type WrittenFile } from './manifest.ts';
import { addFileOutcome, putFile, type FileOutcome } from './putFile.ts';
import { reportOf } from './report.ts';
import { xmpProperties } from './sidecars/sidecarContent.ts';
import { nameKey } from './sidecars/sidecarNames.ts';
import { describedPictures, newExportStats, type DescribedPicture } from './exportStats.ts';
import { embedXmp } from './xmp/embedXmp.ts';
import { xmpPacket } from './xmp/xmpPacket.ts';
import { counted, t } from '../../base/l10n.ts';

/** Pictures held at the same time; each may be large. */
const ahead = 2;

/**
 * Copies the described pictures into another folder, JPEG, PNG and WebP with the description inside them and their pixels
 * as they were, others with an XMP file beside them. The pictures themselves are only read.
 * @throws {ValueError} where the copies would lie where pictures of the run are.
 */
export async function exportCopies(
  run: ExportedRun,
  target: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const { files } = options;
  refuseSamePlace(run, target, options);
  const manifest = files.join(target, copiesManifest);
  const known = await readKnownFiles(files, [manifest]);
  const stats = newExportStats();
  const report = reportOf('xmpCopies', stats, { manifest });
  const standing: WrittenFile[] = [];
  const used = new Set<string>();
  let beside = 0;
  const copy = async (picture: DescribedPicture): Promise<FileOutcome[]> => {
    const { name } = picture.row.picture;
    if (used.has(nameKey(copyName(name))))
      return [{ failed: { name, reason: t('Another copy has the same name.') } }];
    used.add(nameKey(copyName(name)));
    const copied = await partsOf(picture, options);
    if ('failed' in copied) return [copied];
    if (copied.parts.length > 1) beside++;
    const outcomes: FileOutcome[] = [];
    for (const [part, content] of copied.parts) {
      const place = { name: part, location: files.join(target, part), content, known: known.get(part) };
      const outcome = await putFile(files, place, options.overwrite);
      outcomes.push(outcome);
      // A description beside somebody else's picture would be a wrong one.
      if ('kept' in outcome || 'failed' in outcome) break;
    }
    return outcomes;
  };

  for await (const outcomes of orderedMap(describedPictures(run, options, stats), ahead, copy))
    for (const outcome of outcomes) {
      addFileOutcome(report, outcome);
      if ('written' in outcome) standing.push(outcome.written);
      if ('unchanged' in outcome) standing.push(outcome.unchanged);
    }
  await writeManifest(manifest, {
    format: 'xmpCopies',
    run,
    options,
    stats,
    files: standing,
    known,
    complete: true,
  });
  if (beside > 0)
    report.notes.push(
      counted(
        beside,
        '{count} image has its description in an XMP file next to the copy, because it does not fit inside. The metadata inside that copy is unchanged and may hold another description.',
        '{count} images have their descriptions in an XMP file next to the copy, because it does not fit inside. The metadata inside those copies is unchanged and may hold another description.',
      ),
    );
  return { ...report, described: stats.described, leftOut: stats.leftOut, open: stats.open };
}

/** The files that a picture becomes: the copy, and what stands beside it where the copy has no room. */
async function partsOf(
  { row, description }: DescribedPicture,
  { readPicture, signal }: ExportOptions,
): Promise<{ parts: [name: string, content: Uint8Array][] } | { failed: NamedReason }> {
  const failed = (reason: string): { failed: NamedReason } => ({
    failed: { name: row.picture.name, reason },
  });
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readPicture?.(row, signal);
  } catch (error) {
    if (isAbort(error)) throw error;
    return failed(error instanceof SightlineError ? error.message : t('It cannot be read any more.'));
  }
  if (bytes === undefined || sha256Of(bytes) !== row.sha256)
    return failed(t('The image has changed since it was described.'));
  const name = copyName(row.picture.name);
  const properties = xmpProperties(row, description);
  const filled = embedXmp(bytes, properties);
  if (filled !== undefined) return { parts: [[name, filled]] };
  return {
    parts: [
      [name, bytes],
      [`${name}.xmp`, Buffer.from(xmpPacket(properties))],
    ],
  };
}

/** @throws {ValueError} where the copies would lie where pictures of the run are. */
export function refuseSamePlace(
  run: Pick<ExportedRun, 'rows'>,
  target: string,
  { files }: Pick<ExportOptions, 'files'>,
): void {
  if (!isAmongPictures(run, target, { files })) return;
  throw new ValueError(t('The folder for the copies is the folder of the images.'), {
    hint: t('Choose another folder for the copies.'),
  });
}

/** Whether copies in a folder would lie where pictures of the run are. */
export function isAmongPictures(
  run: Pick<ExportedRun, 'rows'>,
  target: string,
  { files }: Pick<ExportOptions, 'files'>,
): boolean {
  const originals = new Set(run.rows.map(({ picture }) => picture.location));
  return run.rows.some(({ picture }) => originals.has(files.join(target, copyName(picture.name))));
}

/** A picture's name inside another folder: never a way out of it. */
export function copyName(name: string): string {
  return name
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..')
    .join('/');
}
