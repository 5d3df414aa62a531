import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lastLines, ProgramFailed, runNpm } from './childProcess.ts';
import { lockedClosure, nameAt, readLock, type LockedPackage, type LockedPackages } from './packageLock.ts';
import { hostTarget, packageTargets, type PackageTarget } from './packageTargets.ts';
import { projectFolder } from './projectFolder.ts';

/** What cannot be bundled and goes with a package as packages, whatever its target. */
const unbundled = ['sharp', '@img/sharp-wasm32'];

/** Where the packages lie that go with a target, as package-lock.json has them; no other target's are among them. */
export function librariesOf(target: PackageTarget, lock: LockedPackages): string[] {
  return lockedClosure(lock, [...unbundled, ...target.natives]);
}

/** A package and the folder that it lies in. */
export interface PackageFolder {
  name: string;
  folder: string;
}

/** The libraries of the platform we run on, as far as they are installed. */
export async function installedLibraries(): Promise<PackageFolder[]> {
  const lock = await readLock();
  const target = packageTargets.find(({ name }) => name === hostTarget());
  return foldersOf(projectFolder, lockedClosure(lock, [...unbundled, ...(target?.natives ?? [])])).filter(
    ({ folder }) => existsSync(folder),
  );
}

/** Packages at their places below a folder. */
export function foldersOf(root: string, places: readonly string[]): PackageFolder[] {
  return places.map(place => ({ name: nameAt(place), folder: path.join(root, place) }));
}

/** How the libraries of a target are had. */
export interface LibraryOptions {
  /** Fetch all of them, also those that are installed here. */
  fresh?: boolean;
  /** Runs npm; tests put their own here. */
  npm?: typeof runNpm;
}

/**
 * Puts the libraries of a target into `stage`: copies of what is installed here where that is all there in the lock's
 * versions, else npm fetches them into a folder of their own, where it holds each against the integrity in the lock.
 * @returns the packages in the stage.
 * @throws {Error} that says what npm said where one cannot be had.
 */
export async function stageLibraries(
  stage: string,
  target: PackageTarget,
  options: LibraryOptions = {},
): Promise<PackageFolder[]> {
  const lock = await readLock();
  const places = librariesOf(target, lock);
  if (options.fresh !== true && (await lacking(projectFolder, places, lock)).length === 0) {
    await copyLibraries(projectFolder, stage, places);
    return foldersOf(stage, places);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-libraries-'));
  try {
    await fetchLibraries(folder, target, places, lock, options.npm ?? runNpm);
    await copyLibraries(folder, stage, places);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return foldersOf(stage, places);
}

/**
 * An optional package that npm cannot fetch it leaves out without a word, and one of another platform it refuses: here none
 * is optional, and none says its platform. Which they are the target has said already.
 */
async function fetchLibraries(
  folder: string,
  target: PackageTarget,
  places: readonly string[],
  lock: LockedPackages,
  npm: typeof runNpm,
): Promise<void> {
  const manifest = {
    name: 'sightline-libraries',
    version: '1.0.0',
    private: true,
    dependencies: Object.fromEntries(
      [...unbundled, ...target.natives].map(name => [name, lock[`node_modules/${name}`]?.version]),
    ),
  };
  const packages = {
    '': manifest,
    ...Object.fromEntries(places.map(place => [place, required(lock[place])])),
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
  );
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const said = await npm(['ci', ...quiet], { cwd: folder }).catch((error: unknown) => {
    throw error instanceof ProgramFailed ? notHad(target, error.output, error) : error;
  });
  const missing = await lacking(folder, places, lock);
  if (missing.length > 0) throw notHad(target, `${said}\nnpm left out: ${missing.join(', ')}`);
}

/** What an entry of the lock says of whether the package is wanted, and where. */
const conditions = ['optional', 'dev', 'devOptional', 'peer', 'optionalDependencies', 'os', 'cpu', 'libc'];

function required(entry: LockedPackage | undefined): Partial<LockedPackage> {
  return Object.fromEntries(Object.entries(entry ?? {}).filter(([name]) => !conditions.includes(name)));
}

function notHad(target: PackageTarget, said: string, cause?: unknown): Error {
  return new Error(
    [
      `The libraries for ${target.name} cannot be had from the npm registry.`,
      lastLines(said, 8),
      'Check the connection (npm ping), and that package-lock.json is the one of this commit; then run this again.',
    ].join('\n'),
    { cause },
  );
}

async function copyLibraries(from: string, to: string, places: readonly string[]): Promise<void> {
  for (const place of places)
    await cp(path.join(from, place), path.join(to, place), {
      recursive: true,
      // What lies inside one is a package of its own.
      filter: file => !path.relative(path.join(from, place), file).split(path.sep).includes('node_modules'),
    });
}

/** Which of the packages are not in a folder in the lock's version. */
async function lacking(folder: string, places: readonly string[], lock: LockedPackages): Promise<string[]> {
  const versions = await Promise.all(
    places.map(place =>
      readFile(path.join(folder, place, 'package.json'), 'utf8').then(
        text => (JSON.parse(text) as { version: string }).version,
        () => undefined,
      ),
    ),
  );
  return places.filter((place, index) => versions[index] !== lock[place]?.version);
}
