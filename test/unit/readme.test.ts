import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownProviders, offlineProvider } from '../../src/inference/providers/providers.ts';

interface Manifest {
  version: string;
  scripts: Record<string, string>;
  contributes: {
    commands: { category: string; title: string }[];
    configuration: { properties: Record<string, { scope?: string }> }[];
  };
}

const readme = readFileSync('README.md', 'utf8');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** The first cells of the table under a heading. */
function firstColumn(heading: string): string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter(line => line.startsWith('| '));
  return rows.slice(2).map(row => row.split('|')[1]?.trim() ?? '');
}

test('the README lists every command, and no other', () => {
  expect(firstColumn('Commands')).toEqual(
    manifest.contributes.commands.map(({ category, title }) => `${category}: ${title}`),
  );
});

test('the README lists every setting and marks those that a folder cannot set', () => {
  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
  expect(firstColumn('Settings')).toEqual(
    settings.map(([name, { scope }]) => `\`${name}\`${scope === 'application' ? ' *' : ''}`),
  );
});

test('the README lists every provider with its id, address and variable', () => {
  const rows = readme.split('\n## Providers\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
  for (const { id, label, baseURL, keyVariable = 'none needed' } of knownProviders) {
    if (id === offlineProvider.id) continue;
    const row = rows.find(line => line.startsWith(`| ${label} (\`${id}\`)`)) ?? '';
    expect(row).toContain(baseURL === '' ? 'sightline.providerAddresses' : `\`${baseURL}\``);
    expect(row).toContain(keyVariable);
  }
});

test('the pictures and files that the README shows are there', () => {
  const targets = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(match => match[1] ?? '');
  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) expect(existsSync(target), target).toBe(true);
});

test('the npm scripts that the documents name exist', () => {
  const text = readme + readFileSync('CONTRIBUTING.md', 'utf8');
  for (const [, name] of text.matchAll(/npm run ([\w:]+)/g))
    expect(manifest.scripts).toHaveProperty([name ?? '']);
});
