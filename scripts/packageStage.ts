import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withoutRelativeLinks } from './listing/relativeLinks.ts';
import { publishedManifest, type PublishedManifest } from './listing/publishedManifest.ts';
import { translatedLanguages, withTexts } from './manifestTexts.ts';
import { readLock } from './packageLock.ts';
import type { PackageTarget } from './packageTargets.ts';
import { projectFolder } from './projectFolder.ts';
import { sbom } from './sbom.ts';
import { stageLibraries, type LibraryOptions, type PackageFolder } from './targetLibraries.ts';
import { packageFolders, thirdPartyNotices } from './thirdPartyNotices.ts';

/** What of the project can be in the package as it is; .vscodeignore chooses among it. */
const parts = ['LICENSE', '.vscodeignore', 'media', 'dist', 'l10n'];

/** A folder with all that can be in a package. */
export interface PackageStage {
  folder: string;
  manifest: PublishedManifest;
  /** Every package of which something is in it, bundled or beside. */
  packages: readonly PackageFolder[];
}

/**
 * Gathers what can be in the package of a target in a fresh folder: vsce looks at every file below the folder it packs, and
 * here that would be tens of thousands. The caller removes the folder.
 */
export async function stagePackage(
  target: PackageTarget,
  options: LibraryOptions = {},
): Promise<PackageStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-package-'));
  try {
    for (const part of [...parts, ...nlsFiles()])
      await cp(path.join(projectFolder, part), path.join(folder, part), {
        recursive: true,
        filter: file => !/\.(vsix|map)$/.test(file),
      });
    const libraries = await stageLibraries(folder, target, options);
    const bundled = await bundledFolders();
    const names = new Set(bundled.map(({ name }) => name));
    const packages = [...bundled, ...libraries.filter(({ name }) => !names.has(name))];
    const manifest = await publishedManifest();
    await writeTexts(folder, manifest);
    await writeFile(path.join(folder, 'dist/THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(packages));
    await writeFile(
      path.join(folder, 'dist/sbom.cdx.json'),
      sbom({ extension: withTexts(manifest), target: target.name, packages, lock: await readLock() }),
    );
    return { folder, manifest, packages };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The words of the manifest, in each language. */
function nlsFiles(): string[] {
  return ['package.nls.json', ...translatedLanguages().map(language => `package.nls.${language}.json`)];
}

/** The page of the listing and the changelog; vsce leads relative links to the repository where there is one. */
async function writeTexts(folder: string, manifest: PublishedManifest): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const [from, to] of [
    ['MARKETPLACE.md', 'README.md'],
    ['CHANGELOG.md', 'CHANGELOG.md'],
  ] as const) {
    const text = await readFile(path.join(projectFolder, from), 'utf8');
    await writeFile(
      path.join(folder, to),
      manifest.repository === undefined ? withoutRelativeLinks(text) : text,
    );
  }
}

/** What esbuild.mjs has put into the bundles or copied. */
async function bundledFolders(): Promise<PackageFolder[]> {
  const file = path.join(projectFolder, 'dist/bundledPackages.json');
  if (!existsSync(file)) throw new Error('dist/ is not built: npm run build.');
  return packageFolders(JSON.parse(await readFile(file, 'utf8')) as string[]);
}
