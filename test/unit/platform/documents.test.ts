import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg, scene } from '../../support/pictures.ts';
import { findReaders } from '../../support/realReaders.ts';
import { firstLine, startChildFor } from '../../support/service/child.ts';
import { dataFolder } from '../../support/service/dataFolder.ts';
import { signedIn } from '../../support/service/signedIn.ts';

/* The examples of the documents, run as they stand. */

const run = promisify(execFile);
const readers = findReaders('requests');
const library = new URL('../../../src/platform/library/index.ts', import.meta.url).href;

const child = startChildFor(afterAll, 'serviceProcess.ts', dataFolder(afterAll));
let folder: string;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-examples-'));
  await writeFile(path.join(folder, 'photo.jpg'), await jpeg(scene(64, 48)));
  const browser = await signedIn(await firstLine(child));
  const { key } = await browser.makeKey('example');
  env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    SIGHTLINE_CONFIG_DIR: folder,
    SIGHTLINE_KEYCHAIN: 'off',
    SIGHTLINE_SERVICE: browser.url,
    SIGHTLINE_API_KEY: key,
  };
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

async function examples(document: string, language: string): Promise<string[]> {
  const text = await readFile(document, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    match => match[1] ?? '',
  );
}

test('the README’s example in Python needs nothing but requests', async ({ skip }) => {
  if (readers.requests.version === undefined) return skip(readers.requests.missing);
  const [example = ''] = (await examples('README.md', 'python')).filter(text => text.includes('requests'));
  const { stdout } = await run('python3', ['-c', example], { cwd: folder, env });
  const [username, description] = stdout.trim().split('\n');
  expect(username).toMatch(/^[a-z0-9-]+$/);
  expect(description).toMatch(/\w+ \w+/);
  const wrongKey = { ...env, SIGHTLINE_API_KEY: `sl_${'0'.repeat(40)}` };
  await expect(run('python3', ['-c', example], { cwd: folder, env: wrongKey })).rejects.toThrow(
    '401: Invalid API key',
  );
});

test('the examples of the client’s page run under plain Node.js', async () => {
  const found = await examples('docs/platform-client.md', 'js');
  const outputs: string[] = [];
  for (const [index, example] of found.entries()) {
    const file = path.join(folder, `example${index}.mjs`);
    await writeFile(file, example.replace("'@sightline/platform'", `'${library}'`));
    outputs.push((await run(process.execPath, [file], { cwd: folder, env })).stdout);
  }
  expect(outputs).toHaveLength(2);
  expect(outputs[0]).toMatch(/^[a-z0-9-]+ \(free\)\noffline\/describer\nqueued\n/);
});
