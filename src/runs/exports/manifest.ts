import * as z from 'zod';
import { questionId } from '../runQuestion.ts';
import type { RunRow } from '../runRow.ts';
import type { ExportFiles } from './exportFiles.ts';
import type { ExportFormatId } from './exportFormats.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { jsonDocument } from './jsonDocument.ts';
import type { ExportStats } from './exportStats.ts';

/** A file that an export wrote. */
export interface WrittenFile {
  /** Relative to the manifest's folder, `/` between its parts. */
  name: string;
  sha256: string;
}

/** The files that Sightline wrote, each with the SHA-256 of all that it may hold without having been edited. */
export type KnownFiles = ReadonlyMap<string, ReadonlySet<string>>;

const written = z.array(z.object({ name: z.string(), sha256: z.string() }));

/** What of a manifest is read again. */
const manifestSchema = z.object({ files: written, earlierFiles: written });

/** The files that manifests tell of; none where there is no manifest, or none that can be read. */
export async function readKnownFiles(files: ExportFiles, locations: readonly string[]): Promise<KnownFiles> {
  const known = new Map<string, Set<string>>();
  for (const location of locations) {
    const bytes = await files.read(location);
    if (bytes === undefined) continue;
    for (const { name, sha256 } of parse(bytes)) known.set(name, (known.get(name) ?? new Set()).add(sha256));
  }
  return known;
}

function parse(bytes: Uint8Array): WrittenFile[] {
  try {
    const { files, earlierFiles } = manifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return [...files, ...earlierFiles];
  } catch {
    // Not to be understood, so that nothing is known to be ours: the careful side.
    return [];
  }
}

/** What a manifest says. */
export interface ManifestParts {
  format: ExportFormatId;
  run: ExportedRun;
  options: ExportOptions;
  stats: ExportStats;
  files: readonly WrittenFile[];
  /** What earlier exports to the same place wrote; what this one did not write stays known as Sightline's. */
  known: KnownFiles;
  /** `false` before the files are written: should that be broken off, they are known all the same. */
  complete: boolean;
}

/**
 * Writes down how an export came about, so that the run can be repeated and audited. But for `exportedAt`, the same results
 * give the same bytes.
 */
export function writeManifest(location: string, parts: ManifestParts): Promise<void> {
  const { format, run, options, stats, complete } = parts;
  const { prompt, provider, origin, api, model, parameters, image, schema } = run.question;
  const chosen = {
    ...(options.acceptedOnly === true ? { acceptedOnly: true } : {}),
    ...(options.includeFailed === true ? { includeFailed: true } : {}),
    ...(options.includeDetails === true ? { includeDetails: true } : {}),
    ...(options.forSpreadsheet === true ? { forSpreadsheet: true } : {}),
    ...(options.onOneLine === true ? { onOneLine: true } : {}),
    ...(options.includeUncertain === true ? { includeUncertain: true } : {}),
  };
  const head = {
    manifest: 1,
    tool: { name: 'Sightline', version: options.toolVersion },
    exportedAt: (options.now?.() ?? new Date()).toISOString(),
    complete,
    format,
    options: chosen,
    title: run.title,
    question: { prompt, provider, origin, api, model, parameters, image, schema },
    questionId: questionId(run.question),
    answeredBy: [...stats.models].sort(),
    counts: {
      pictures: run.rows.length,
      exported: stats.described,
      described: run.rows.filter(({ state }) => state === 'described').length,
      failed: run.rows.filter(({ state }) => state === 'failed').length,
      edited: run.rows.filter(({ edited }) => edited).length,
      accepted: run.rows.filter(({ accepted }) => accepted).length,
    },
  };
  return options.files.write(
    location,
    jsonDocument(head, [
      // Until it is complete it is written anew for each page: it says which files are ours, and no more.
      ['pictures', complete ? pictures(run.rows) : []],
      ['files', parts.files.toSorted(byName)],
      ['earlierFiles', earlier(parts)],
    ]),
  );
}

/** The same for files that no run stands behind. */
export function writeFileList(
  location: string,
  { files, format, toolVersion, written, known }: FileList,
): Promise<void> {
  const head = { manifest: 1, tool: { name: 'Sightline', version: toolVersion }, format };
  const parts = { files: written, known, complete: true };
  return files.write(
    location,
    jsonDocument(head, [
      ['files', written.toSorted(byName)],
      ['earlierFiles', earlier(parts)],
    ]),
  );
}

interface FileList {
  files: ExportFiles;
  format: string;
  toolVersion: string;
  written: readonly WrittenFile[];
  known: KnownFiles;
}

function* pictures(rows: readonly RunRow[]): Generator<Record<string, unknown>> {
  for (const { picture, sha256, state, failure, edited, accepted } of rows)
    yield {
      name: picture.name,
      sha256,
      state: state === 'described' || state === 'failed' ? state : 'open',
      ...(state === 'failed' && failure !== undefined
        ? { code: failure.code, reason: failure.message, hint: failure.hint }
        : {}),
      ...(edited ? { edited } : {}),
      ...(accepted ? { accepted } : {}),
    };
}

/** While files are being written, each may still be the old one. */
function earlier({
  files,
  known,
  complete,
}: Pick<ManifestParts, 'files' | 'known' | 'complete'>): WrittenFile[] {
  const replaced = new Set(complete ? files.map(({ name }) => name) : []);
  return [...known]
    .filter(([name]) => !replaced.has(name))
    .flatMap(([name, all]) => [...all].map(sha256 => ({ name, sha256 })))
    .sort(byName);
}

function byName({ name: one }: WrittenFile, { name: other }: WrittenFile): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
