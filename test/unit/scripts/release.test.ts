import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BuiltPackage } from '../../../scripts/buildPackage.ts';
import { ProgramFailed } from '../../../scripts/childProcess.ts';
import { listingFindings, type Listing } from '../../../scripts/listing/listingFindings.ts';
import { publishedManifest, type PublishedManifest } from '../../../scripts/listing/publishedManifest.ts';
import { packageTargets } from '../../../scripts/packageTargets.ts';
import { byCommandLine } from '../../../scripts/release/marketplaces.ts';
import {
  releaseVersion,
  ReleaseRefused,
  type ReleaseEdges,
} from '../../../scripts/release/releaseVersion.ts';
import { treeFindings } from '../../../scripts/release/treeFindings.ts';

const origin = (): Promise<string> => Promise.resolve('https://github.com/someone/sightline.git');

/** The real listing, of a version whose changelog is in order. */
async function realListing(changes: Partial<PublishedManifest> = {}): Promise<Listing> {
  const manifest = { ...(await publishedManifest(undefined, origin)), ...changes };
  return {
    manifest,
    page: readFileSync('MARKETPLACE.md', 'utf8'),
    changelog: `# Changelog\n\n## Unreleased\n\n## ${manifest.version} (2026-12-01)\n\n- Better.\n`,
    icon: readFileSync(manifest.icon),
    sizeOf: file => statSync(file, { throwIfNoEntry: false })?.size,
  };
}

/** A package file as far as it is looked at. */
function built(
  target: string,
  {
    version,
    preRelease = false,
    readme = '# Sightline',
  }: {
    version: string;
    preRelease?: boolean;
    readme?: string;
  },
): BuiltPackage {
  const platform = target === 'universal' ? '' : ` TargetPlatform="${target}"`;
  const files = {
    'extension.vsixmanifest': `<Identity Language="en-US" Id="sightline" Version="${version}" Publisher="sightline"${platform} />${
      preRelease ? '<Property Id="Microsoft.VisualStudio.Code.PreRelease" Value="true" />' : ''
    }`,
    'extension/readme.md': readme,
    'extension/changelog.md': '',
  };
  return {
    file: `${target}.vsix`,
    target,
    size: 9,
    entries: Object.entries(files).map(([name, text]) => ({
      name,
      packed: 0,
      unpacked: 0,
      read: () => Buffer.from(text),
    })),
  };
}

/** A release whose edges are all well, and what it did; `changes` spoil some. */
async function edgesOf(changes: Partial<ReleaseEdges> = {}) {
  const listing = await realListing();
  const done: string[] = [];
  const said: string[] = [];
  const marketplace = (name: string, tokenVariable: string) => ({
    name,
    tokenVariable,
    verify: (publisher: string) => Promise.resolve(void done.push(`${name} verify ${publisher}`)),
    publish: (file: string, token: string) => Promise.resolve(void done.push(`${name} ${file} ${token}`)),
  });
  const edges: ReleaseEdges = {
    say: line => void said.push(line),
    ask: () => Promise.resolve(listing.manifest.version),
    tokens: { A_PAT: 'token-a', B_PAT: 'token-b' },
    marketplaces: [marketplace('A', 'A_PAT'), marketplace('B', 'B_PAT')],
    readListing: () => Promise.resolve(listing),
    treeFindings: () => Promise.resolve([]),
    build: () => {
      done.push('build');
      return Promise.resolve(
        packageTargets.map(({ name }) => built(name, { version: listing.manifest.version })),
      );
    },
    ...changes,
  };
  return { edges, done, said };
}

test('the listing as it is has all that both marketplaces ask', async () => {
  expect(listingFindings(await realListing())).toEqual([]);
});

test('what a marketplace refuses or shows badly is named', async () => {
  const good = await realListing();
  const findings = (changes: Partial<Listing>): string => listingFindings({ ...good, ...changes }).join('\n');
  const manifest = (changes: Partial<PublishedManifest>): string =>
    findings({ manifest: { ...good.manifest, ...changes } });
  expect(manifest({ version: '0.2.0-beta.1' })).toContain('version: three numbers');
  expect(manifest({ preview: false })).toContain('preview');
  expect(manifest({ galleryBanner: {} })).toContain('galleryBanner');
  expect(manifest({ categories: ['Other'] })).toContain('categories');
  expect(manifest({ categories: ['Images'] })).toContain('categories');
  expect(manifest({ keywords: Array.from({ length: 31 }, (_, index) => `k${index}`) })).toContain('keywords');
  expect(manifest({ bugs: { url: 'http://example.org' } })).toContain('bugs');
  expect(manifest({ qna: 'marketplace' })).toContain('qna');
  expect(manifest({ qna: false })).toBe('');
  const { repository, ...homeless } = good.manifest;
  expect(repository).toBeDefined();
  expect(findings({ manifest: homeless })).toContain('repository: name it');
  expect(findings({ icon: Buffer.from('<svg/>') })).toContain('icon: a PNG');
  const small = Buffer.from(good.icon);
  small.writeUInt32BE(96, 16);
  small.writeUInt32BE(96, 20);
  expect(findings({ icon: small })).toContain('it is 96 × 96');
  expect(findings({ page: `${good.page}\n![a](media/icon.svg)` })).toContain('no SVG');
  expect(findings({ page: `${good.page}\n![a](http://example.org/a.png)` })).toContain('https');
  expect(findings({ page: `${good.page}\n[a](docs/gone.md)` })).toContain('docs/gone.md is not there');
  expect(findings({ page: `${good.page}\nnpm ci && npm start` })).toContain('page for users');
  expect(findings({ sizeOf: () => 2_000_000 })).toContain('larger than 1 MB');
});

test('the changelog has a dated section of the version, and nothing is left unreleased', async () => {
  const good = await realListing();
  const { version } = good.manifest;
  const findings = (changelog: string): string => listingFindings({ ...good, changelog }).join('\n');
  expect(findings('## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n')).toContain(
    `a section "## ${version} (`,
  );
  expect(findings(`## ${version} (soon)\n\n- A.\n`)).toContain('a section');
  expect(findings(`## Unreleased\n\n- A.\n- B.\n\n## ${version} (2026-12-01)\n\n- C.\n`)).toContain(
    '2 entries are Unreleased',
  );
});

test('a dry run builds and checks all and uploads nothing', async () => {
  const { edges, done, said } = await edgesOf({ tokens: {}, treeFindings: () => Promise.resolve(['dirty']) });
  await releaseVersion({ dryRun: true }, edges);
  expect(done).toEqual(['build']);
  expect(said.join('\n')).toMatch(/linux-armhf[^]*Before it can be published:[^]*dirty[^]*A_PAT is not set/);
  expect(said.at(-1)).toContain('Nothing was uploaded');
});

test('confirmed, every package goes to both marketplaces, after both tokens were tried', async () => {
  const { edges, done, said } = await edgesOf();
  await releaseVersion({ dryRun: false }, edges);
  expect(done.slice(0, 3)).toEqual(['build', 'A verify sightline', 'B verify sightline']);
  expect(done.slice(3)).toEqual([
    ...packageTargets.map(({ name }) => `A ${name}.vsix token-a`),
    ...packageTargets.map(({ name }) => `B ${name}.vsix token-b`),
  ]);
  expect(said.join('\n')).not.toContain('token-');
});

test.each<[string, Partial<ReleaseEdges>, RegExp]>([
  ['a changed tree', { treeFindings: () => Promise.resolve(['3 changed files']) }, /3 changed files/],
  ['a token that is missing', { tokens: { A_PAT: 'token-a' } }, /B_PAT is not set/],
  [
    'a listing that is not right',
    { readListing: () => realListing({ keywords: [] }) },
    /cannot be published[^]*keywords/,
  ],
])('%s is refused before anything is built', async (_, changes, words) => {
  const { edges, done } = await edgesOf(changes);
  await expect(releaseVersion({ dryRun: false }, edges)).rejects.toThrow(words);
  expect(done).toEqual([]);
});

test.each(['', 'yes', undefined])('without the version typed nothing is uploaded: %s', async answer => {
  const { edges, done } = await edgesOf({ ask: () => Promise.resolve(answer) });
  await expect(releaseVersion({ dryRun: false }, edges)).rejects.toThrow(ReleaseRefused);
  expect(done.filter(line => line.includes('.vsix'))).toEqual([]);
});

test('packages that are not what was meant are refused', async () => {
  const { version } = (await realListing()).manifest;
  const others = packageTargets.slice(3).map(({ name }) => built(name, { version }));
  const { edges, done } = await edgesOf({
    build: () =>
      Promise.resolve([
        built('win32-x64', { version: '0.1.0' }),
        built('win32-arm64', { version, preRelease: true }),
        { ...built('linux-x64', { version, readme: '![a](media/a.png)' }), target: 'linux-x64' },
        ...others.slice(1),
      ]),
  });
  await expect(releaseVersion({ dryRun: false }, edges)).rejects.toThrow(
    /no package for linux-arm64[^]*win32-x64: Version is 0\.1\.0[^]*win32-arm64: the flag of a pre-release[^]*linux-x64: readme\.md leads to media\/a\.png/,
  );
  expect(done.filter(line => line.includes('.vsix'))).toEqual([]);
});

test('a token goes by the environment alone, and is in no message', async () => {
  const calls: { args: readonly string[]; token: string | undefined }[] = [];
  const marketplace = byCommandLine('A', 'A_PAT', 'a/cli.js', (args, env) => {
    calls.push({ args, token: env['A_PAT'] });
    return Promise.reject(new ProgramFailed('a publish', 1, 'refused: token s3cret is expired'));
  });
  const error: unknown = await marketplace.publish('x.vsix', 's3cret').catch((reason: unknown) => reason);
  expect(error).toHaveProperty('message', 'A: refused: token ••• is expired');
  expect(error).not.toHaveProperty('cause');
  expect(calls[0]?.token).toBe('s3cret');
  expect(calls[0]?.args.join(' ')).toMatch(/publish --skip-duplicate --packagePath x\.vsix$/);
  expect(calls[0]?.args.join(' ')).not.toContain('s3cret');
});

test('a tree with changes or without the tag of the version is told', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-tree-'));
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' });
  };
  try {
    git('init');
    await writeFile(path.join(folder, 'a'), '1');
    git('add', 'a');
    git('commit', '-m', 'a');
    expect(await treeFindings(folder, '0.4.0')).toEqual([expect.stringContaining('no tag v0.4.0')]);
    git('tag', 'v0.4.0');
    expect(await treeFindings(folder, '0.4.0')).toEqual([]);
    await writeFile(path.join(folder, 'b'), '2');
    expect(await treeFindings(folder, '0.4.0')).toEqual([expect.stringContaining('1 changed files')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
