import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../childProcess.ts';
import { projectFolder } from '../projectFolder.ts';

/** package.json as it is published, as far as the scripts read it. */
export interface PublishedManifest {
  name: string;
  displayName: string;
  description: string;
  version: string;
  publisher: string;
  license: string;
  icon: string;
  categories: string[];
  keywords: string[];
  pricing?: string;
  preview?: boolean;
  galleryBanner?: { color?: string; theme?: string };
  repository?: { type: string; url: string };
  homepage?: string;
  bugs?: { url: string };
  qna?: string | false;
  engines: { vscode: string };
}

/** What only who builds it needs, or who installs it from npm. */
const ofDevelopment = [
  'private',
  'scripts',
  'devDependencies',
  'optionalDependencies',
  'exports',
  'bin',
  'files',
];

/**
 * package.json for the package. Where it names no repository, the one that `origin` leads to is filled in, and the addresses
 * that follow from it.
 */
export async function publishedManifest(
  manifestFile = path.join(projectFolder, 'package.json'),
  origin = originAddress,
): Promise<PublishedManifest> {
  const whole = JSON.parse(await readFile(manifestFile, 'utf8')) as PublishedManifest &
    Record<string, unknown>;
  const kept = Object.fromEntries(
    Object.entries(whole).filter(([name]) => !ofDevelopment.includes(name)),
  ) as unknown as PublishedManifest;
  const home = webAddress(kept.repository?.url ?? (await origin()) ?? '');
  if (home === undefined) return kept;
  return {
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
    qna: `${home}/discussions`,
    ...kept,
    repository: { type: 'git', url: `${home}.git` },
  };
}

/** The page of a repository at a host that the marketplaces know: `https://github.com/owner/name`. */
export function webAddress(remote: string): string | undefined {
  const [, host, owner, name] =
    /^(?:git\+)?(?:https:\/\/|ssh:\/\/git@|git@)(github\.com|gitlab\.com)[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
      remote,
    ) ?? [];
  return host === undefined ? undefined : `https://${host}/${owner}/${name}`;
}

/** Where files of a version are read: pages by the first, images by the second. */
export function contentAddresses(
  manifest: PublishedManifest,
): { content: string; images: string } | undefined {
  const home = webAddress(manifest.repository?.url ?? '');
  if (home === undefined) return undefined;
  const files = home.startsWith('https://gitlab.com/') ? `${home}/-` : home;
  return { content: `${files}/blob/v${manifest.version}`, images: `${files}/raw/v${manifest.version}` };
}

/** Even minor versions are stable, odd ones previews. */
export function isPreview(version: string): boolean {
  return Number(version.split('.')[1]) % 2 === 1;
}

async function originAddress(): Promise<string | undefined> {
  const answer = await run('git', ['config', '--get', 'remote.origin.url'], { cwd: projectFolder }).catch(
    () => undefined,
  );
  return answer?.trim();
}
