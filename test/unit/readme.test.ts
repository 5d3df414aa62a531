import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../scripts/manifestTexts.ts';
import { referenceDocs } from '../../scripts/referenceDocs.ts';
import { isBuiltIn, knownProviders } from '../../src/inference/providers/providers.ts';

interface Manifest {
  version: string;
  scripts: Record<string, string>;
  contributes: {
    commands: { command: string; category: string; title: string }[];
    menus: { commandPalette?: { command: string; when?: string }[] };
  };
}

const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map(name => `docs/${name}`)].filter(
  name => name.endsWith('.md'),
);
const read = (name: string): string => readFileSync(name, 'utf8');
const manifest = readManifest() as Manifest;

test('docs/commands.md lists every command, and no other', () => {
  const rows = read('docs/commands.md')
    .split('\n')
    .filter(line => line.startsWith('| '));
  const { commands, menus } = manifest.contributes;
  // Some are only in a menu of a page.
  const hidden = (menus.commandPalette ?? [])
    .filter(({ when }) => when === 'false')
    .map(({ command }) => command);
  expect(rows.slice(2).map(row => row.split('|')[1]?.trim())).toEqual(
    commands
      .filter(({ command }) => !hidden.includes(command))
      .map(({ category, title }) => `${category}: ${title}`),
  );
});

test('the pages that are made from settings and --help are current: npm run docs writes them', async () => {
  for (const [name, text] of Object.entries(await referenceDocs()))
    expect(read(`docs/${name}`), name).toBe(text);
});

test('docs/providers.md lists every provider with its id, address and variable', () => {
  const rows = read('docs/providers.md').split('\n');
  for (const { id, label, baseURL, keyVariable = 'none needed' } of knownProviders) {
    if (isBuiltIn(id)) continue;
    const row = rows.find(line => line.startsWith(`| ${label} (\`${id}\`)`)) ?? '';
    expect(row).toContain(baseURL === '' ? 'sightline.providerAddresses' : `\`${baseURL}\``);
    expect(row).toContain(keyVariable);
  }
});

test('the pictures, files and pages that the documents link to are there', () => {
  for (const name of documents) {
    const targets = [...read(name).matchAll(/\]\(([^)#:]+)\)/g)].map(match => match[1] ?? '');
    if (name === 'README.md') expect(targets.length).toBeGreaterThan(0);
    for (const target of targets)
      expect(existsSync(path.join(path.dirname(name), target)), `${name}: ${target}`).toBe(true);
  }
});

test('every page of docs/ is one link away from the README', () => {
  const linked = new Set([...read('README.md').matchAll(/\]\((docs\/[^)#]+)\)/g)].map(match => match[1]));
  const beside = new Set(['docs/security.md']);
  for (const name of documents.filter(document => document.startsWith('docs/') && !beside.has(document)))
    expect(linked).toContain(name);
});

test('the README is a page to read: at most 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
});

test('the npm scripts that the documents name exist', () => {
  const text = documents.map(read).join('\n');
  for (const [, name] of text.matchAll(/npm run ([\w:]+)/g))
    expect(manifest.scripts).toHaveProperty([name ?? '']);
});
