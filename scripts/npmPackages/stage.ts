import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from '../childProcess.ts';
import { stageCommandLine } from './commandLinePackage.ts';
import { stageLibraries } from './libraryPackages.ts';

/** A packed package. */
export interface NpmPackage {
  name: string;
  version: string;
  /** The archive. */
  file: string;
  /** Bytes, packed and unpacked. */
  size: number;
  unpackedSize: number;
  files: string[];
}

/**
 * Packs the command line and the libraries for npm, from a built `dist/`, into `sightline.tgz`,
 * `inference.tgz` and `platform.tgz` in `folder`; what was in it is removed. The project's own manifest is that of the extension: these have manifests of their own, of the same version.
 */
export async function packForNpm(folder: string): Promise<NpmPackage[]> {
  await rm(folder, { recursive: true, force: true });
  const commandLine = path.join(folder, 'sightline');
  const [libraries] = await Promise.all([stageLibraries(folder), stageCommandLine(commandLine)]);
  return Promise.all([commandLine, ...libraries].map(stage => pack(stage, folder)));
}

async function pack(stage: string, folder: string): Promise<NpmPackage> {
  const output = await runNpm(['pack', stage, '--json', '--pack-destination', folder]);
  const [packed] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))) as PackOutput);
  if (packed === undefined) throw new Error(`npm packed nothing of ${stage}.`);
  const file = `${stage}.tgz`;
  await rename(path.join(folder, packed.filename), file);
  return {
    ...packed,
    file,
    files: packed.files.map(file => file.path),
  };
}

/** A list, in npm 12 an object. */
type PackOutput = Record<
  string,
  Omit<NpmPackage, 'file' | 'files'> & { filename: string; files: { path: string }[] }
>;
