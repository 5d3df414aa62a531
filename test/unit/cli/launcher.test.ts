import { transform } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeRange } from '../../../scripts/npmPackages/manifests.ts';
import { requireNode } from '../../../src/cli/commandLine.ts';

const launcher = path.resolve(import.meta.dirname, '../../../src/cli/launcher');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sightline-launcher-'));
  cpSync(launcher, path.join(folder, 'bin'), { recursive: true });
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/cli.mjs'), `process.stdout.write(process.argv.slice(2).join(' '));`);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ engines: { node: nodeRange } }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The launcher in a Node.js that says it is of this version. */
function launched(version: string): { status: number | null; stdout: string; stderr: string } {
  const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' });
    process.argv.splice(1, 0, 'sightline'); require(${JSON.stringify(path.join(folder, 'bin/sightline.cjs'))});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code, 'read', 'a.jpg'], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each(['0.12.18', '8.17.0', '18.20.8', '20.20.2', '22.12.0'])(
  'NPM-4: Node.js %s is told in one line what to install',
  version => {
    expect(launched(version)).toEqual({
      status: 1,
      stdout: '',
      stderr: `sightline: Sightline needs Node.js 22.13 or newer; this is ${version}. Install Node.js 24 from https://nodejs.org/en/download and run the same command again.\n`,
    });
    expect(() => requireNode(version)).toThrow('Sightline needs Node.js 22.13 or newer');
  },
);

test.each(['22.13.0', '22.22.1', '24.0.0', '30.1.0'])('NPM-4: Node.js %s runs the command line', version => {
  expect(launched(version)).toEqual({ status: 0, stdout: 'read a.jpg', stderr: '' });
  expect(() => requireNode(version)).not.toThrow();
});

test('NPM-4: the launcher has no syntax or names that an old Node.js does not know', async () => {
  const text = readFileSync(path.join(launcher, 'sightline.cjs'), 'utf8');
  // It would refuse, or rewrite, what is newer.
  const options = { minify: true, loader: 'js' } as const;
  const [old, same] = await Promise.all([
    transform(text, { ...options, target: 'es5' }),
    transform(text, { ...options, target: 'esnext', supported: { 'template-literal': false } }),
  ]);
  expect(old.code).toBe(same.code);
  expect(text).not.toMatch(/\?\.|\?\?|=>|`|\bimport\b/);
});
