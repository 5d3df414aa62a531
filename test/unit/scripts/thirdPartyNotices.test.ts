import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installedLibraries } from '../../../scripts/targetLibraries.ts';
import {
  bundledPackages,
  missingNotices,
  packageFolders,
  thirdPartyNotices,
} from '../../../scripts/thirdPartyNotices.ts';

test('W24: every package of which code is bundled needs a notice', () => {
  const inputs = Object.fromEntries(
    [
      'src/extension.ts',
      'node_modules/zod/v4/index.js',
      'late:node_modules/@hono/zod-openapi/dist/index.js',
      'node_modules/a/node_modules/@b/c/index.js',
    ].map(file => [file, { bytesInOutput: 9 }]),
  );
  const shaken = { 'node_modules/shaken/index.js': { bytesInOutput: 0 } };
  expect(bundledPackages([{ outputs: { x: { inputs: { ...inputs, ...shaken } } } }])).toEqual([
    '@b/c',
    '@hono/zod-openapi',
    'zod',
  ]);
});

test('W24: the notices hold the licence of each, and one that is missing is named', async () => {
  const apart = await installedLibraries();
  const notices = thirdPartyNotices([
    ...packageFolders(['openai', 'highlight.js', '@vscode/codicons']),
    ...apart,
  ]);
  const packages = ['openai', 'highlight.js', '@vscode/codicons', ...apart.map(({ name }) => name)];
  for (const words of ['Apache License', 'BSD 3-Clause', 'Creative Commons', 'LGPL'])
    expect(notices).toContain(words);
  expect(missingNotices(notices, packages)).toEqual([]);
  expect(missingNotices(notices, [...packages, 'planted'])).toEqual(['planted']);
});

test('W24: a package without a licence text fails the build', async () => {
  const modules = await mkdtemp(path.join(tmpdir(), 'sightline-notices-'));
  try {
    await mkdir(path.join(modules, 'planted'));
    await writeFile(path.join(modules, 'planted/package.json'), '{"version":"1.0.0","license":"MIT"}');
    expect(() => thirdPartyNotices(packageFolders(['planted'], modules))).toThrow('planted');
    await writeFile(path.join(modules, 'planted/LICENSE'), 'Do as you like.');
    expect(thirdPartyNotices(packageFolders(['planted'], modules))).toContain('planted 1.0.0 (MIT)');
  } finally {
    await rm(modules, { recursive: true });
  }
});
