import { SightlineError, ValueError } from '../../errors.ts';
import type { ExportedRun, ExportOptions, ExportReport } from './exportOptions.ts';
import { sha256Of } from './fingerprint.ts';
import { inOrder } from './inOrder.ts';
import { readKnownFiles, writeManifest, type KnownFiles, type WrittenFile } from './manifest.ts';
import { reportOf } from './report.ts';
import { mayWrite, whyKept } from './sidecars/overwriting.ts';
import { xmpProperties } from './sidecars/sidecarContent.ts';
import { standingAt } from './sidecars/standing.ts';
import { describedPictures, newTally, type DescribedPicture } from './tally.ts';
import { embedXmp } from './xmp/embedXmp.ts';
import { xmpPacket } from './xmp/xmpPacket.ts';

/** Pictures held at the same time; each may be large. */
const ahead = 2;

const manifestName = 'sightline-copies.manifest.json';

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
  const manifest = files.join(target, manifestName);
  const known = await readKnownFiles(files, [manifest]);
  const tally = newTally();
  const report = reportOf('xmpCopies', tally, { manifest });
  const standing: WrittenFile[] = [];
  const used = new Set<string>();
  let beside = 0;

  const copy = async ({ row, description }: DescribedPicture): Promise<void> => {
    const name = nameIn(row.picture.name);
    if (used.has(name)) {
      report.failed.push({ name: row.picture.name, reason: 'Another picture of the run has the same name.' });
      return;
    }
    used.add(name);
    let bytes: Uint8Array | undefined;
    try {
      bytes = await options.readPicture?.(row, options.signal);
    } catch (error) {
      if (!(error instanceof SightlineError)) throw error;
      report.failed.push({ name: row.picture.name, reason: error.message });
      return;
    }
    if (bytes === undefined || sha256Of(bytes) !== row.sha256) {
      report.failed.push({ name: row.picture.name, reason: 'The picture changed since it was described.' });
      return;
    }
    const properties = xmpProperties(row, description);
    const filled = embedXmp(bytes, properties);
    const parts: [string, Uint8Array][] =
      filled === undefined
        ? [
            [name, bytes],
            [`${name}.xmp`, Buffer.from(xmpPacket(properties))],
          ]
        : [[name, filled]];
    if (filled === undefined) beside++;
    for (const [part, content] of parts)
      await put(part, content, { options, target, known, report, standing });
  };

  for await (const _ of inOrder(describedPictures(run, options, tally), ahead, copy));
  await writeManifest(manifest, {
    format: 'xmpCopies',
    run,
    options,
    tally,
    files: standing,
    known,
    complete: true,
  });
  if (beside > 0)
    report.notes.push(
      `${beside} ${beside === 1 ? 'picture has its description' : 'pictures have their descriptions'} in an XMP file beside the copy, as there is no room for it inside.`,
    );
  return { ...report, described: tally.described, leftOut: tally.leftOut, open: tally.open };
}

interface Put {
  options: ExportOptions;
  target: string;
  known: KnownFiles;
  report: ExportReport;
  standing: WrittenFile[];
}

async function put(
  name: string,
  content: Uint8Array,
  { options: { files, overwrite }, target, known, report, standing }: Put,
): Promise<void> {
  const location = files.join(target, name);
  const now = await standingAt(files, location, { content, known: known.get(name) });
  try {
    if (mayWrite(now, overwrite)) {
      await files.write(location, content);
      report.written++;
    } else if (now.state === 'same') report.unchanged++;
    else {
      report.kept.push({ name, reason: whyKept(now) });
      return;
    }
    standing.push({ name, sha256: sha256Of(content) });
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    report.failed.push({ name, reason: error.message });
  }
}

function refuseSamePlace(run: ExportedRun, target: string, { files }: ExportOptions): void {
  const originals = new Set(run.rows.map(({ picture }) => picture.location));
  if (run.rows.every(({ picture }) => !originals.has(files.join(target, nameIn(picture.name))))) return;
  throw new ValueError('The copies would lie where the pictures themselves are.', {
    hint: 'Choose another folder for the copies.',
  });
}

/** A picture's name inside the folder of the copies: never a way out of it. */
function nameIn(name: string): string {
  return name
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..')
    .join('/');
}
