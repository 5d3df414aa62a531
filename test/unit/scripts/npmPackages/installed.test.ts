import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { run, runNpm } from '../../../../scripts/childProcess.ts';
import { packForNpm, type NpmPackage } from '../../../../scripts/npmPackages/stage.ts';
import { projectFolder } from '../../../../scripts/projectFolder.ts';
import { buildOnce } from '../../../support/buildOnce.ts';
import { drawnWords } from '../../../support/drawnWords.ts';
import { startLocalRegistry, type LocalRegistry } from '../../../support/npm/localRegistry.ts';
import { drawing } from '../../../support/samplePictures.ts';
import { startTestProvider } from '../../../support/testProvider.ts';
import { startTestService, summaryOf } from '../../../support/testService.ts';
import { turnedHeic } from '../../../support/turnedHeic.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 600_000 });

let folder: string;
let registry: LocalRegistry;
let packages: Record<string, NpmPackage>;
let prefix: string;
/** The command as npm has linked it. */
let sightline: string;

beforeAll(async () => {
  await buildOnce();
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-npm-'));
  registry = await startLocalRegistry();
  const packed = await packForNpm(path.join(folder, 'packed'));
  packages = Object.fromEntries(packed.map(one => [one.name, one]));
  prefix = path.join(folder, 'prefix');
  await mkdir(path.join(folder, 'photos'));
  await npm(['install', '--global', '--prefix', prefix, archive('sightline')]);
  sightline = path.join(prefix, process.platform === 'win32' ? 'sightline.cmd' : 'bin/sightline');
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Nothing of the developer's own settings, and the registry on this machine. */
function environment(): Record<string, string | undefined> {
  return {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    HOME: folder,
    SIGHTLINE_CONFIG_DIR: path.join(folder, 'config'),
    SIGHTLINE_KEYCHAIN: 'off',
    npm_config_registry: registry.url,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_execpath: process.env['npm_execpath'],
  };
}

const npm = (words: string[], cwd = folder): Promise<string> => runNpm(words, { cwd, env: environment() });
const cli = (...words: string[]): Promise<string> =>
  run(sightline, words, { cwd: folder, env: environment() });

function archive(name: string): string {
  const { file } = packages[name] ?? {};
  if (file === undefined) throw new Error(`${name} was not packed.`);
  return file;
}

/** What lies below a folder: how many files, and how many bytes. */
async function weight(place: string): Promise<{ files: number; bytes: number }> {
  const names = await readdir(place, { recursive: true });
  const states = await Promise.all(names.map(name => stat(path.join(place, name))));
  const files = states.filter(state => state.isFile());
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

test('NPM-1: the installed command says its version and its help, is small, and brings its page for man', async () => {
  const { version } = JSON.parse(await readFile(path.join(projectFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(await cli('--version')).toBe(`${version}\n`);
  expect(await cli('--help')).toContain('Usage: sightline [options] [command]');
  const { files, bytes } = await weight(prefix);
  expect(bytes).toBeLessThan(70_000_000);
  expect(files).toBeLessThan(600);
  if (process.platform !== 'win32')
    expect(await readFile(path.join(prefix, 'share/man/man1/sightline.1'), 'utf8')).toContain(
      '.Dt SIGHTLINE 1',
    );
});

test('NPM-1: it describes a folder on this machine: texts, HEIC and drawings, by what the package holds', async () => {
  const photos = path.join(folder, 'photos');
  const words = { words: 'MIND THE GAP', x: 60, y: 120, size: 60 };
  await writeFile(path.join(photos, 'sign.png'), await drawnWords({ width: 800, height: 240 }, [words]));
  await writeFile(path.join(photos, 'phone.heic'), turnedHeic(1));
  await writeFile(path.join(photos, 'drawing.svg'), drawing);
  const rows = (await cli('describe', 'photos', '--export', 'csv'))
    .split('\n')
    .flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as { file: string; text: string }] : []));
  expect(rows.map(({ file }) => file).toSorted()).toEqual([
    'photos/drawing.svg',
    'photos/phone.heic',
    'photos/sign.png',
  ]);
  expect(rows.find(({ file }) => file.endsWith('sign.png'))?.text).toContain('“MIND”');
  expect(rows.every(({ text }) => text.length > 20)).toBe(true);
  expect(await readdir(photos)).toContain('descriptions.csv');
});

test('NPM-1: agents find its tools', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const env = environment() as Record<string, string>;
  await client.connect(new StdioClientTransport({ command: sightline, args: ['mcp'], env, cwd: folder }));
  onTestFinished(() => client.close());
  expect(client.getServerVersion()).toMatchObject({ name: 'sightline' });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('describe_image');
});

test('NPM-1: it runs the service, with its pages', async () => {
  const child = spawn(sightline, ['serve', '--port', '0', '--data', path.join(folder, 'data'), '--json'], {
    env: environment(),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const styles = await fetch(new URL('/assets/pages.css', url));
  expect([styles.status, (await styles.text()).length > 100]).toEqual([200, true]);
});

const program = `import { LLM, ValueError, imageToDataUrl, type AnswerEvent, type ImageSource } from '@sightline/inference';
import { InvalidKeyError, Platform, SightlineError, type PlatformOptions } from '@sightline/platform';
import { readFile } from 'node:fs/promises';

const [, , provider = '', service = '', heic = ''] = process.argv;
const image: ImageSource = await readFile(heic);
console.log((await imageToDataUrl(image)).slice(0, 22));
const llm = new LLM({ model: 'm', baseURL: provider, apiKey: 'sk-test', api: 'chat.completions' });
const { object } = await llm.call('What is it?', image);
console.log(object);
let text = '';
const events: AnswerEvent[] = [];
for await (const event of llm.stream('What is it?', image)) {
  events.push(event);
  if (event.type === 'text') text += event.text;
}
console.log(text);
const wrong: unknown = await llm.call('?', 'missing.png').catch((error: unknown) => error);
console.log(wrong instanceof ValueError);
const options: PlatformOptions = { apiKey: 'sl_' + '0'.repeat(40), baseUrl: service };
const platform = new Platform(options);
const { username } = await platform.account();
console.log(username.toUpperCase());
const refused: unknown = await platform.account().catch((error: unknown) => error);
console.log(refused instanceof InvalidKeyError && refused instanceof SightlineError && refused.code);
`;

test('NPM-2: a strict program compiles against both libraries, as nodenext and as bundlers resolve, and runs', async () => {
  const project = path.join(folder, 'project');
  await mkdir(project);
  await writeFile(path.join(project, 'package.json'), '{ "type": "module", "private": true }');
  const { devDependencies } = JSON.parse(
    await readFile(path.join(projectFolder, 'package.json'), 'utf8'),
  ) as {
    devDependencies: Record<string, string>;
  };
  const nodeTypes = `@types/node@${devDependencies['@types/node']}`;
  await npm(
    ['install', archive('@sightline/inference'), archive('@sightline/platform'), nodeTypes, '--omit=peer'],
    project,
  );
  await writeFile(path.join(project, 'app.ts'), program);
  const tsc = path.join(projectFolder, 'node_modules/typescript/bin/tsc');
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = {
      ...{ module, moduleResolution, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
      ...{
        noUncheckedIndexedAccess: true,
        target: 'es2024',
        lib: ['es2024'],
        types: ['node'],
        outDir: 'built',
      },
    };
    await writeFile(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['app.ts'] }),
    );
    await run(process.execPath, [tsc, '-p', project]);
  }
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  await using service = await startTestService();
  service.script(
    '/api/account/summary',
    { body: summaryOf('ada') },
    { status: 401, body: { error: 'Invalid API key' } },
  );
  const heic = path.join(folder, 'phone.heic');
  await writeFile(heic, turnedHeic(1));
  const output = await run(process.execPath, ['built/app.js', provider.url, service.url, heic], {
    cwd: project,
    env: environment(),
  });
  expect(output.trim().split('\n')).toEqual([
    'data:image/jpeg;base64',
    'chat.completion',
    expect.stringMatching(/./) as string,
    'true',
    'ADA',
    'keyRejected',
  ]);
});
