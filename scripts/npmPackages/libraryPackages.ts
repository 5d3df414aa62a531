import { build } from 'esbuild';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../childProcess.ts';
import { packedFile } from '../packedFile.ts';
import { projectFolder } from '../projectFolder.ts';
import { bundledPackages, packageFolders, thirdPartyNotices } from '../thirdPartyNotices.ts';
import { threadScripts } from '../threadScripts.ts';
import { copyDeclarations } from './copyDeclarations.ts';
import { libraryManifest, type NpmManifest } from './manifests.ts';

interface Library {
  /** Its folder among the staged packages, and its page. */
  id: string;
  entry: string;
  /** Threads and processes that it starts, by the name of their file. */
  threads: Record<string, string>;
  manifest: () => Promise<NpmManifest>;
  /** What it reads from beside itself, by its place in `node_modules`. */
  files: readonly { from: string; to: string; packed: boolean }[];
  /** Packages of `files`. */
  copied: readonly string[];
}

const magick = '@imagemagick/magick-wasm';
const { decodeWorker, drawProcess } = threadScripts;

/** The libraries. Each is a package of its own, so that who asks a service does not install decoders of images. */
const libraries: readonly Library[] = [
  {
    id: 'inference',
    entry: 'src/inference/index.ts',
    threads: { decodeWorker, drawProcess },
    manifest: () =>
      libraryManifest('@sightline/inference', 'Ask vision models about images, in any format.', {
        dependencies: ['openai', 'sharp'],
      }),
    files: [
      { from: `${magick}/dist/x86/magick.wasm`, to: 'magick.wasm.br', packed: true },
      { from: `${magick}/NOTICE`, to: 'magick-notice.txt', packed: false },
    ],
    copied: [magick],
  },
  {
    id: 'platform',
    entry: 'src/platform/library/index.ts',
    threads: {},
    manifest: () =>
      libraryManifest('@sightline/platform', "The client of the vision platform's service.", {
        optionalDependencies: ['@napi-rs/keyring'],
      }),
    files: [],
    copied: [],
  },
];

/** Stages the packages of the libraries, each in a folder of `folder`, and resolves to these. */
export async function stageLibraries(folder: string): Promise<string[]> {
  const types = await mkdtemp(path.join(tmpdir(), 'sightline-types-'));
  try {
    const compiler = path.join(projectFolder, 'node_modules/typescript/bin/tsc');
    const project = path.join(projectFolder, 'tsconfig.library.json');
    await run(process.execPath, [compiler, '-p', project, '--outDir', types]);
    return await Promise.all(
      libraries.map(library => stageLibrary(path.join(folder, library.id), library, types)),
    );
  } finally {
    await rm(types, { recursive: true });
  }
}

async function stageLibrary(folder: string, library: Library, types: string): Promise<string> {
  const { id, entry, threads, manifest, files, copied } = library;
  const dist = path.join(folder, 'dist');
  await mkdir(dist, { recursive: true });
  const bundled = await bundle(dist, { index: entry, ...threads });
  for (const { from, to, packed } of files) {
    const source = path.join(projectFolder, 'node_modules', from);
    await cp(packed ? await packedFile(source) : source, path.join(dist, to));
  }
  const declarations = path.posix.relative('src', entry).replace(/\.ts$/, '');
  await copyDeclarations(types, path.join(dist, 'types'), `${declarations}.d.ts`);
  await writeFile(path.join(dist, 'index.d.mts'), `export * from './types/${declarations}.js';\n`);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
  await writeFile(
    path.join(folder, 'THIRD-PARTY-NOTICES.txt'),
    thirdPartyNotices(packageFolders([...new Set([...bundled, ...copied])]), { recognition: false }),
  );
  await cp(path.join(projectFolder, 'LICENSE'), path.join(folder, 'LICENSE'));
  await cp(path.join(import.meta.dirname, `pages/${id}.md`), path.join(folder, 'README.md'));
  return folder;
}

/** Bundles a library to be read: what is in a stack trace has its name. Resolves to the packages in it. */
async function bundle(outdir: string, entryPoints: Record<string, string>): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectFolder,
    ...{ entryPoints, outdir, outExtension: { '.js': '.mjs' }, chunkNames: 'shared-[hash]' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node22' },
    ...{ keepNames: true, legalComments: 'none', metafile: true, logLevel: 'warning' },
    external: ['sharp', '@img/*', '@napi-rs/keyring', 'openai'],
    // Its build for Node.js requires Node's own modules, which an ES module cannot; the other does the same without.
    alias: { yaml: path.join(projectFolder, 'node_modules/yaml/browser/index.js') },
  });
  return bundledPackages([metafile]);
}
