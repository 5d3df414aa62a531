import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from './projectFolder.ts';

/** What of the project can be in the package; .vscodeignore chooses among it. */
const parts = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', '.vscodeignore', 'media', 'dist'];

/** What cannot be bundled and goes with it as packages; tslib only because npm misses it in the stage else. */
const unbundled = ['sharp', '@img/sharp-wasm32', 'tslib'];

/**
 * Copies what can be in the package into a fresh folder and resolves to it: vsce looks at every file below the folder it
 * packs, and here that would be tens of thousands. The caller removes the folder.
 */
export async function stagePackage(): Promise<string> {
  const stage = await mkdtemp(path.join(tmpdir(), 'sightline-package-'));
  const packages = await packagesApart();
  for (const part of [...parts, ...packages.map(name => `node_modules/${name}`)]) {
    const source = path.join(projectFolder, part);
    if (existsSync(source))
      await cp(source, path.join(stage, part), {
        recursive: true,
        filter: file => !/\.(vsix|map)$/.test(file),
      });
  }
  return stage;
}

/** Names of the packages that go along unbundled, as far as they are installed. */
export function packagesApart(): Promise<string[]> {
  return withDependencies(unbundled);
}

/** The packages with all that they depend on, as far as it is installed: of the binaries only those of our platform. */
async function withDependencies(names: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const manifest = path.join(projectFolder, 'node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(await readFile(manifest, 'utf8')) as Record<
      'dependencies' | 'optionalDependencies',
      Record<string, string> | undefined
    >;
    queue.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return [...found];
}
