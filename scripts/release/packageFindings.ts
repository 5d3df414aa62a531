import type { BuiltPackage } from '../buildPackage.ts';
import { isPreview, type PublishedManifest } from '../listing/publishedManifest.ts';
import { relativeLinks } from '../listing/relativeLinks.ts';
import { packageTargets, universal } from '../packageTargets.ts';

/** What in the built packages is not what the marketplaces are to be told. */
export function packageFindings(
  packages: readonly BuiltPackage[],
  { version, publisher, name }: PublishedManifest,
): string[] {
  const built = packages.map(({ target }) => target);
  const missing = packageTargets.filter(target => !built.includes(target.name));
  return [
    ...missing.map(target => `no package for ${target.name}`),
    ...packages.flatMap(one =>
      differences(one, { version, publisher, name }).map(words => `${one.target}: ${words}`),
    ),
  ];
}

function differences(
  { target, entries }: BuiltPackage,
  expected: Pick<PublishedManifest, 'version' | 'publisher' | 'name'>,
): string[] {
  const read = (file: string): string =>
    entries
      .find(entry => entry.name === file)
      ?.read()
      .toString('utf8') ?? '';
  const manifest = read('extension.vsixmanifest');
  const [identity = ''] = /<Identity [^>]*>/.exec(manifest) ?? [];
  const value = (attribute: string): string | undefined =>
    new RegExp(`${attribute}="([^"]*)"`).exec(identity)?.[1];
  const links = ['readme.md', 'changelog.md'].flatMap(page =>
    relativeLinks(read(`extension/${page}`)).map(({ address }) => `${page} leads to ${address}`),
  );
  const wanted = {
    Id: expected.name,
    Publisher: expected.publisher,
    Version: expected.version,
    TargetPlatform: target === universal ? undefined : target,
  };
  return [
    ...Object.entries(wanted)
      .filter(([attribute, wish]) => value(attribute) !== wish)
      .map(
        ([attribute, wish]) => `${attribute} is ${value(attribute) ?? 'unset'} instead of ${wish ?? 'unset'}`,
      ),
    ...(manifest.includes('Microsoft.VisualStudio.Code.PreRelease') === isPreview(expected.version)
      ? []
      : ['the flag of a pre-release does not follow the version (odd minor versions are previews)']),
    ...links,
  ];
}
