import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { lastLines, ProgramFailed, run } from './childProcess.ts';
import { packagesApart, stagePackage } from './packageStage.ts';
import { projectFolder } from './projectFolder.ts';
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

/** VS Code's name for the platform we run on. */
export function hostTarget(): string {
  const musl = process.platform === 'linux' && existsSync('/etc/alpine-release');
  return `${musl ? 'alpine' : process.platform}-${process.arch}`;
}

/**
 * Packs `dist/`, which must be built, and what belongs to it into a VSIX.
 * @param options.target the platform; its sharp packages must be installed. Default: ours.
 * @param options.out the file to write. Default: `dist/sightline-<target>.vsix`.
 * @throws {Error} where vsce refuses, where the content is not what is expected, or where it is too large.
 */
export async function buildPackage(options: { target?: string; out?: string } = {}): Promise<BuiltPackage> {
  const target = options.target ?? hostTarget();
  const file = path.resolve(options.out ?? path.join(projectFolder, `dist/sightline-${target}.vsix`));
  await mkdir(path.dirname(file), { recursive: true });
  await requireNotices();
  const vsce = path.join(projectFolder, 'node_modules/@vscode/vsce/vsce');
  const stage = await stagePackage();
  try {
    // The README's pictures and links are relative: they work where the project lies.
    const latitude = ['--allow-missing-repository', '--no-rewrite-relative-links'];
    const args = ['package', '--target', target, '--out', file, ...latitude];
    await run(process.execPath, [vsce, ...args], { cwd: stage });
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new Error(`vsce could not pack the extension.\n${lastLines(error.output, 20)}`, { cause: error });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  const archive = await readFile(file);
  const entries = listZip(archive);
  const { unexpected, missing } = compareContents(
    entries.map(entry => entry.name),
    target,
  );
  if (unexpected.length + missing.length > 0)
    throw new Error(
      [
        `The content of ${file} is not what scripts/vsixContents.ts expects.`,
        ...unexpected.map(name => `  unexpected: ${name}`),
        ...missing.map(pattern => `  missing:    ${pattern}`),
      ].join('\n'),
    );
  if (archive.length > packageLimit)
    throw new Error(`${file} is larger than ${packageLimit / 1024 / 1024} MB: ${megabytes(archive.length)}.`);
  return { file, target, size: archive.length, entries };
}

/** @throws {Error} where the package would hold a library without its notice. */
async function requireNotices(): Promise<void> {
  const dist = path.join(projectFolder, 'dist');
  const bundled = JSON.parse(await readFile(path.join(dist, 'bundledPackages.json'), 'utf8')) as string[];
  const notices = await readFile(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const missing = missingNotices(notices, [...bundled, ...(await packagesApart())]);
  if (missing.length > 0)
    throw new Error(`dist/THIRD-PARTY-NOTICES.txt has no notice of: ${missing.join(', ')}.`);
}

/** A size for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
