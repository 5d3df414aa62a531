import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contentAddresses,
  isPreview,
  publishedManifest,
  webAddress,
} from '../../../scripts/listing/publishedManifest.ts';
import { relativeLinks, withoutRelativeLinks } from '../../../scripts/listing/relativeLinks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-listing-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function published(manifest: object, origin?: string): ReturnType<typeof publishedManifest> {
  const file = path.join(folder, 'package.json');
  await writeFile(file, JSON.stringify({ name: 'sightline', version: '0.4.0', ...manifest }));
  return publishedManifest(file, () => Promise.resolve(origin));
}

test('without a home, links to neighbours become words and images of them go', () => {
  const page =
    '# A\n\n![a view](media/a.png)\n\nSee [runs](docs/runs.md), [site](https://example.org) and [b](#b).\n';
  expect(relativeLinks(page)).toEqual([
    { address: 'media/a.png', isImage: true },
    { address: 'docs/runs.md', isImage: false },
  ]);
  expect(withoutRelativeLinks(page)).toBe('# A\n\nSee runs, [site](https://example.org) and [b](#b).\n');
});

test('the addresses of the listing follow from the repository that origin leads to', async () => {
  const manifest = await published({}, 'git@github.com:someone/sightline.git');
  expect(manifest).toMatchObject({
    repository: { type: 'git', url: 'https://github.com/someone/sightline.git' },
    bugs: { url: 'https://github.com/someone/sightline/issues' },
    qna: 'https://github.com/someone/sightline/discussions',
    homepage: 'https://github.com/someone/sightline#readme',
  });
  expect(contentAddresses(manifest)).toEqual({
    content: 'https://github.com/someone/sightline/blob/v0.4.0',
    images: 'https://github.com/someone/sightline/raw/v0.4.0',
  });
});

test('what package.json names itself wins; what only development needs stays out', async () => {
  const manifest = await published(
    {
      repository: { type: 'git', url: 'https://gitlab.com/a/b.git' },
      qna: 'https://example.org/questions',
      scripts: { test: 'x' },
      devDependencies: { x: '1' },
      private: true,
    },
    'https://github.com/someone/else.git',
  );
  expect(manifest.qna).toBe('https://example.org/questions');
  expect(manifest.bugs).toEqual({ url: 'https://gitlab.com/a/b/issues' });
  expect(contentAddresses(manifest)?.images).toBe('https://gitlab.com/a/b/-/raw/v0.4.0');
  for (const name of ['scripts', 'devDependencies', 'private']) expect(manifest).not.toHaveProperty(name);
});

test('a folder on this machine, or no origin, is no home', async () => {
  expect(webAddress('/srv/git/sightline.git')).toBeUndefined();
  expect(webAddress('https://example.org/a/b')).toBeUndefined();
  expect((await published({}, '/srv/git/sightline.git')).repository).toBeUndefined();
  expect((await published({})).bugs).toBeUndefined();
});

test('odd minor versions are previews', () => {
  expect(['0.2.0', '0.3.1', '1.10.0', '1.11.0'].map(isPreview)).toEqual([false, true, false, true]);
});
