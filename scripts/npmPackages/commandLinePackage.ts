import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../projectFolder.ts';
import { commandLineManifest } from './manifests.ts';
import { manPage } from './manPage.ts';

const dist = path.join(projectFolder, 'dist');

/** What of `dist/` the command line starts or reads by name, beside the modules that lead to each other. */
const besides = [...['magick.wasm.br', 'magick-notice.txt'], ...['recognition', 'assets']];

/** Modules of which the name appears in another one, from the command line on. */
async function modulesOfCommandLine(): Promise<string[]> {
  const found = new Set(['cli.mjs']);
  for (const name of found) {
    const text = await readFile(path.join(dist, name), 'utf8');
    for (const [, other = ''] of text.matchAll(/["'`]\.\/([\w-]+\.mjs)["'`]/g)) found.add(other);
  }
  // Named by an expression.
  for (const name of ['recognitionProcess.mjs', 'captionProcess.mjs']) found.add(name);
  return [...found].sort();
}

/** Stages the package of the command line in `folder`, from `dist/`, which must be built. */
export async function stageCommandLine(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'man'), { recursive: true });
  for (const name of [...(await modulesOfCommandLine()), ...besides])
    await cp(path.join(dist, name), path.join(folder, 'dist', name), { recursive: true });
  await cp(path.join(projectFolder, 'src/cli/launcher'), path.join(folder, 'bin'), { recursive: true });
  for (const [from, to] of [
    ['LICENSE', 'LICENSE'],
    ['dist/THIRD-PARTY-NOTICES.txt', 'THIRD-PARTY-NOTICES.txt'],
    ['scripts/npmPackages/pages/sightline.md', 'README.md'],
  ] as const)
    await cp(path.join(projectFolder, from), path.join(folder, to));
  const manifest = await commandLineManifest();
  await writeFile(path.join(folder, 'man/sightline.1'), await manPage(manifest.version));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
