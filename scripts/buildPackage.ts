import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { lastLines, ProgramFailed, run } from './childProcess.ts';
import { contentAddresses, isPreview } from './listing/publishedManifest.ts';
import { stagePackage, type PackageStage } from './packageStage.ts';
import { hostTarget, packageTarget, universal, type PackageTarget } from './packageTargets.ts';
import { projectFolder } from './projectFolder.ts';
import { foreignLicences, packagesListed } from './sbom.ts';
import type { LibraryOptions } from './targetLibraries.ts';
import { missingNotices } from './thirdPartyNotices.ts';
import { compareContents } from './vsixContents.ts';
import { listZip, type ZipEntry } from './zipListing.ts';

/** Largest package that may be built, bytes. */
export const packageLimit = 30 * 1024 * 1024;

/** A built package. */
export interface BuiltPackage {
  file: string;
  target: string;
  /** Bytes. */
  size: number;
  entries: ZipEntry[];
}

/** How a package is built. */
export interface PackageOptions extends LibraryOptions {
  /** The platform. Default: ours. */
  target?: string;
  /** The file to write. Default: `dist/sightline-<target>.vsix`. */
  out?: string;
}

/**
 * Packs `dist/`, which must be built, and what belongs to it into a VSIX.
 * @throws {Error} where libraries cannot be had, vsce refuses, the content is not what is expected, or it is too large.
 */
export async function buildPackage(options: PackageOptions = {}): Promise<BuiltPackage> {
  const target = packageTarget(options.target ?? hostTarget());
  const file = path.resolve(options.out ?? path.join(projectFolder, `dist/sightline-${target.name}.vsix`));
  await mkdir(path.dirname(file), { recursive: true });
  const stage = await stagePackage(target, options);
  try {
    await run(process.execPath, vsceArguments(stage, target, file), { cwd: stage.folder });
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new Error(`vsce could not pack the extension.\n${lastLines(error.output, 20)}`, { cause: error });
  } finally {
    await rm(stage.folder, { recursive: true, force: true });
  }
  const archive = await readFile(file);
  const entries = listZip(archive);
  checkContents(file, entries, target);
  checkParts(entries, stage);
  if (archive.length > packageLimit)
    throw new Error(`${file} is larger than ${packageLimit / 1024 / 1024} MB: ${megabytes(archive.length)}.`);
  return { file, target: target.name, size: archive.length, entries };
}

function vsceArguments({ manifest }: PackageStage, target: PackageTarget, file: string): string[] {
  const addresses = contentAddresses(manifest);
  return [
    path.join(projectFolder, 'node_modules/@vscode/vsce/vsce'),
    ...['package', '--out', file],
    ...(target.name === universal ? [] : ['--target', target.name]),
    ...(isPreview(manifest.version) ? ['--pre-release'] : []),
    ...(addresses === undefined
      ? ['--allow-missing-repository']
      : ['--baseContentUrl', addresses.content, '--baseImagesUrl', addresses.images]),
  ];
}

function checkContents(file: string, entries: readonly ZipEntry[], target: PackageTarget): void {
  const { unexpected, missing } = compareContents(
    entries.map(entry => entry.name),
    target.name,
  );
  if (unexpected.length + missing.length > 0)
    throw new Error(
      [
        `The content of ${file} is not what scripts/vsixContents.ts expects.`,
        ...unexpected.map(name => `  unexpected: ${name}`),
        ...missing.map(pattern => `  missing:    ${pattern}`),
      ].join('\n'),
    );
}

/** @throws {Error} where the package holds a library without its notice, one that its list of parts lacks, or a licence that may not be in it. */
export function checkParts(entries: readonly ZipEntry[], { packages }: Pick<PackageStage, 'packages'>): void {
  const read = (name: string): string =>
    entries
      .find(entry => entry.name === `extension/dist/${name}`)
      ?.read()
      .toString('utf8') ?? '';
  const inside = entries.flatMap(({ name }) => {
    const [, found] =
      /^extension\/(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name) ?? [];
    return found ?? [];
  });
  const names = [...new Set([...packages.map(({ name }) => name), ...inside])];
  const without = missingNotices(read('THIRD-PARTY-NOTICES.txt'), names);
  if (without.length > 0)
    throw new Error(`dist/THIRD-PARTY-NOTICES.txt has no notice of: ${without.join(', ')}.`);
  const list = read('sbom.cdx.json');
  const listed = new Set(packagesListed(list));
  const unlisted = names.filter(name => !listed.has(name));
  if (unlisted.length > 0) throw new Error(`dist/sbom.cdx.json does not list: ${unlisted.join(', ')}.`);
  const foreign = foreignLicences(list);
  if (foreign.length > 0) throw new Error(`Licences that may not be in a package: ${foreign.join(', ')}.`);
}

/** A size for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
