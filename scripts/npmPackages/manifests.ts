import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readLock } from '../packageLock.ts';
import { projectFolder } from '../projectFolder.ts';

/** The lowest Node.js that has all that is used (`node:sqlite`, `URL.parse`). */
export const nodeRange = '>=22.13';

/** The manifest of a package for npm. */
export interface NpmManifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** What the packages have of the project's own manifest, as far as it says it. */
const shared = ['license', 'author', 'homepage', 'repository', 'bugs'] as const;

/** The version of a package that `package-lock.json` holds. */
async function lockedVersion(name: string): Promise<string> {
  const { version } = (await readLock())[`node_modules/${name}`] ?? {};
  if (version === undefined) throw new Error(`package-lock.json holds no ${name}.`);
  return version;
}

async function common(name: string, description: string): Promise<NpmManifest> {
  const own = JSON.parse(await readFile(path.join(projectFolder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  > & { version: string };
  return {
    version: own.version,
    name,
    description,
    ...Object.fromEntries(shared.flatMap(field => (own[field] === undefined ? [] : [[field, own[field]]]))),
    type: 'module',
    engines: { node: nodeRange },
  };
}

/**
 * The command line, with the very versions that it was tested with. sharp names its binaries for each platform as optional
 * dependencies, of which npm installs the right one; its WebAssembly serves where none of them loads.
 */
export async function commandLineManifest(): Promise<NpmManifest> {
  return {
    ...(await common('sightline', 'Describe images and ask vision models, on the command line.')),
    keywords: ['image', 'vision', 'caption', 'alt text', 'cli', 'mcp'],
    bin: { sightline: 'bin/sightline.cjs' },
    man: ['man/sightline.1'],
    exports: { './package.json': './package.json' },
    dependencies: { sharp: await lockedVersion('sharp') },
    optionalDependencies: {
      '@img/sharp-wasm32': await lockedVersion('@img/sharp-wasm32'),
      '@napi-rs/keyring': await lockedVersion('@napi-rs/keyring'),
    },
  };
}

/** A library of one module, whose dependencies a project may have in a newer version. */
export async function libraryManifest(
  name: string,
  description: string,
  needs: { dependencies?: readonly string[]; optionalDependencies?: readonly string[] },
): Promise<NpmManifest> {
  const lists = await Promise.all(
    Object.entries(needs).map(async ([kind, names]) => [kind, await ranges(names)] as const),
  );
  return {
    ...(await common(name, description)),
    keywords: ['image', 'vision', 'llm', 'openai'],
    exports: {
      '.': { types: './dist/index.d.mts', default: './dist/index.mjs' },
      './package.json': './package.json',
    },
    types: './dist/index.d.mts',
    sideEffects: false,
    ...Object.fromEntries(lists),
  };
}

async function ranges(names: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(names.map(async name => [name, `^${await lockedVersion(name)}`] as const)),
  );
}
