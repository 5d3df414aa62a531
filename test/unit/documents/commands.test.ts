import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { isBuiltIn, knownProviders } from '../../../src/inference/providers/providers.ts';
import { buildOnce } from '../../support/buildOnce.ts';
import { commandsOf, mentionsOf } from '../../support/documents/documentedCommands.ts';
import { documents, readDocument } from '../../support/documents/markdown.ts';
import { notRun } from '../../support/documents/notRun.ts';
import { makePageFolder } from '../../support/documents/pageFolder.ts';
import { makeBin, TriedPage, type World } from '../../support/documents/tryPage.ts';
import { answerInSchema } from '../../support/provider/schemaAnswer.ts';
import { firstLine, startChildFor } from '../../support/service/child.ts';
import { dataFolder } from '../../support/service/dataFolder.ts';
import { signedIn } from '../../support/service/signedIn.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';
import { works } from '../../support/works.ts';

/* Every command of the documents, run as it stands, page by page from the top. */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, maxConcurrency: 3 });

const shell = works('bash', '-c', 'true') && works('script', '-qec', 'true', '/dev/null');
/** What this page installs, a test of its own packs, installs into an empty prefix, and tries. */
const elsewhere: Record<string, string> = {
  'docs/npm.md': 'test/unit/scripts/npmPackages/installed.test.ts',
};

let folder: string;
let provider: TestProvider;
let world: World;
const child = startChildFor(afterAll, 'serviceProcess.ts', dataFolder(afterAll));

beforeAll(async () => {
  if (!shell) return;
  await buildOnce();
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-pages-'));
  const template = path.join(folder, 'template');
  [provider] = await Promise.all([startTestProvider(), makePageFolder(template)]);
  provider.script(answerInSchema);
  const service = await signedIn(await firstLine(child));
  const bin = path.join(template, 'bin');
  await makeBin(bin, {
    cli: path.join(projectFolder, 'dist/cli.mjs'),
    guard: path.join(projectFolder, 'test/support/loopbackOnly.mjs'),
  });
  await writeProviders(path.join(template, 'config'));
  world = {
    ...{ template, service, provider: provider.url },
    env: {
      PATH: `${bin}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
      SIGHTLINE_KEYCHAIN: 'off',
      SIGHTLINE_RECOGNITION: 'off',
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'sightline-compile-cache'),
    },
  };
});
afterAll(async () => {
  if (!shell) return;
  await provider.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const lines = notRun.map(({ command, reason, instead }) =>
    [`  ${command}`, `    ${reason}${instead === undefined ? '' : `; see ${instead}`}`].join('\n'),
  );
  console.info(`Commands of the documents that are not run, and why:\n${lines.join('\n')}`);
});

/** Every provider is the one of this machine, with a key. */
async function writeProviders(config: string): Promise<void> {
  await mkdir(config);
  const { origin } = new URL(provider.url);
  const ids = knownProviders.map(({ id }) => id).filter(id => !isBuiltIn(id));
  for (const id of ids)
    await writeFile(path.join(config, `provider-${id}.json`), JSON.stringify({ id, baseUrl: provider.url }));
  await writeFile(
    path.join(config, `providerKey-${encodeURIComponent(origin)}.json`),
    JSON.stringify({ keptIn: 'file', origin, key: 'sk-example' }),
  );
}

const pages = documents.filter(
  document => commandsOf(document).length > 0 && elsewhere[document] === undefined,
);

test.runIf(shell).concurrent.each(pages)('every command of %s does what it should', async document => {
  const name = path.basename(document, '.md');
  await using page = await TriedPage.open(await withAccount(document), path.join(folder, name));
  const failures: string[] = [];
  for (const command of commandsOf(document)) {
    const outcome = await page.follow(command).catch((error: unknown) => String(error));
    const failed = typeof outcome === 'string' ? outcome : outcome?.code === 0 ? undefined : outcome?.stderr;
    if (failed !== undefined) failures.push(`${document}:${command.line}: ${command.text}\n${failed}`);
  }
  const { code, stderr } = await page.close();
  if (code !== 0) failures.push(`${document}: what ran to the end ended with ${code}\n${stderr}`);
  expect(failures).toEqual([]);
});

/** Pages that speak of these variables are read by somebody who has set them. */
async function withAccount(document: string): Promise<World> {
  const text = commandsOf(document)
    .map(command => command.text)
    .join('\n');
  const account = text.includes('$SIGHTLINE_API_KEY')
    ? { SIGHTLINE_SERVICE: world.service.url, SIGHTLINE_API_KEY: (await world.service.makeKey(document)).key }
    : {};
  return { ...world, env: { ...world.env, ...account } };
}

test('what is not run stands in the documents, says why, and names tests that are there', () => {
  const written = new Set(documents.flatMap(commandsOf).map(({ text }) => text));
  for (const { command, reason, instead } of notRun) {
    expect(written, 'is in no document any more').toContain(command);
    expect(reason).not.toBe('');
    if (instead !== undefined) expect(existsSync(path.join(projectFolder, instead)), instead).toBe(true);
  }
  for (const [document, file] of Object.entries(elsewhere)) {
    expect(documents).toContain(document);
    expect(existsSync(path.join(projectFolder, file)), file).toBe(true);
  }
});

test('commands that the documents name have help, and their options stand in it', () => {
  const reference = readDocument('docs/cli.md');
  const named = documents.flatMap(document => [...mentionsOf(document), ...commandsOf(document)]);
  const unknown = named.flatMap(({ document, line, text }) =>
    [...text.matchAll(/\bsightline ((?:[a-z]+ ?)+)([^|&;]*)/g)].flatMap(([, words = '', rest = '']) => {
      const [first = '', second = ''] = words.trim().split(' ');
      const section = [`${first} ${second}`, first]
        .map(command => sectionOf(reference, command.trim()))
        .find(found => found !== undefined);
      const group = reference.includes(`\n## sightline ${first} `);
      const options = [...rest.matchAll(/(?:^|\s)(--[a-z][\w-]*)/g)].map(([, option = '']) => option);
      const wrong = options.filter(option => section?.includes(`${option} `) !== true);
      return (section === undefined && !group) || wrong.length > 0
        ? [`${document}:${line}: ${text} ${wrong.join(' ')}`]
        : [];
    }),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

function sectionOf(reference: string, command: string): string | undefined {
  const from = reference.indexOf(`\n## sightline ${command}\n`);
  if (command === '' || from === -1) return undefined;
  const to = reference.indexOf('\n## ', from + 4);
  return reference.slice(from, to === -1 ? undefined : to);
}

test('npm scripts of commands that are not run exist', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(projectFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const { command } of notRun)
    for (const [, name = ''] of command.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g))
      expect(scripts).toHaveProperty([name]);
});
