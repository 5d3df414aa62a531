import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { bytesOf, drawn, halves, lime, png, red, solid, white } from '../../support/pictures.ts';
import { requestContent, startTestProvider } from '../../support/testProvider.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const root = path.resolve(import.meta.dirname, '../../..');
const main = path.join(
  root,
  process.env['SIGHTLINE_TEST_BUILT'] === undefined ? 'src/cli/main.ts' : 'dist/cli.mjs',
);
/** Refuses every connection that leaves this machine. */
const noNetwork = path.join(root, 'test/support/noNetwork.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-mcp-'));
  await mkdir(path.join(folder, 'open', 'photos'), { recursive: true });
  await writeFile(path.join(folder, 'open/photos/halves.png'), await png(halves(80, 40, red, lime)));
  await writeFile(path.join(folder, 'secret.png'), await png(solid(8, 8, white)));
  await symlink(path.join(folder, 'secret.png'), path.join(folder, 'open/link.png'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function environment(more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    SIGHTLINE_CONFIG_DIR: path.join(folder, 'config'),
    SIGHTLINE_KEYCHAIN: 'off',
    SIGHTLINE_RECOGNITION: 'off',
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'sightline-compile-cache'),
    ...more,
  };
}

/** What is said to a tool and comes back; the SDK's own types take compilers minutes. */
interface Connected {
  call: (
    name: string,
    input: object,
    options?: { signal?: AbortSignal; onprogress?: (progress: object) => void },
  ) => Promise<{ content: { text: string }[]; isError?: boolean }>;
  listTools: () => Promise<{ tools: { name: string; annotations?: object }[] }>;
  notify: (method: string) => Promise<void>;
  close: () => Promise<void>;
  pid: number;
}

interface LooseClient {
  setRequestHandler: (schema: object, handler: () => object) => void;
  connect: (transport: object) => Promise<void>;
  callTool: (request: object, schema: undefined, options?: object) => Promise<never>;
  listTools: () => Promise<never>;
  notification: (notification: object) => Promise<void>;
  close: () => Promise<void>;
}

const ClientOfSdk = Client as unknown as new (info: object, options: object) => LooseClient;

/** A client of the SDK whose roots are these folders; without any, it knows of none. */
async function connect(
  words: readonly string[],
  roots?: () => readonly string[],
  { cwd = path.join(folder, 'open') }: { cwd?: string } = {},
): Promise<Connected> {
  const client = new ClientOfSdk(
    { name: 'test', version: '1' },
    { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } },
  );
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots().map(one => ({ uri: pathToFileURL(one).href })),
    }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...(words.includes('--provider') ? [] : ['--import', noNetwork]), main, 'mcp', ...words],
    env: environment(),
    cwd,
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    call: (name, input, options) => client.callTool({ name, arguments: input }, undefined, options),
    listTools: () => client.listTools(),
    notify: method => client.notification({ method }),
    close: () => client.close(),
    pid: transport.pid ?? 0,
  };
}

async function toldBy(result: ReturnType<Connected['call']>): Promise<string> {
  return (await result).content.map(({ text }) => text).join('\n');
}

test('the tools are listed; without an account, an image is described on this machine', async () => {
  const client = await connect([], () => [path.join(folder, 'open')]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['describe_image', 'measure_image', 'find_images']);
  for (const { annotations } of tools)
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  const answer = await toldBy(client.call('describe_image', { path: 'photos/halves.png' }));
  expect(answer).toContain('"answeredBy": "offline-describer (Offline Describer)"');
  expect(answer).toMatch(/"answer": ".*red.*"/i);
  expect(await toldBy(client.call('find_images', { query: 'red' }))).toContain('"path": "photos/halves.png"');
});

test('nothing outside the roots of the client is read, and a change of them counts', async () => {
  let roots = [path.join(folder, 'open')];
  const client = await connect([], () => roots);
  for (const outside of ['../secret.png', path.join(folder, 'secret.png'), 'link.png']) {
    const result = await client.call('measure_image', { path: outside });
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0]?.text).toContain('outside the folders that are open');
  }
  roots = [path.join(folder, 'open', 'photos')];
  await client.notify('notifications/roots/list_changed');
  expect(await toldBy(client.call('measure_image', { path: 'halves.png' }))).toContain('"width": 80');
  // The whole home folder is no root.
  roots = [folder];
  await client.notify('notifications/roots/list_changed');
  expect(await toldBy(client.call('measure_image', { path: 'secret.png' }))).toContain(
    'The home folder is too wide.',
  );
});

test('without roots of the client, the folders of --root count, else the working directory', async () => {
  const here = await connect([]);
  expect(await toldBy(here.call('measure_image', { path: 'photos/halves.png' }))).toContain('"width": 80');
  const given = await connect(['--root', path.join(folder, 'open/photos')], undefined, { cwd: folder });
  expect(await toldBy(given.call('measure_image', { path: 'halves.png' }))).toContain('"width": 80');
  const home = await connect([], undefined, { cwd: folder });
  expect(await toldBy(home.call('measure_image', { path: 'secret.png' }))).toContain('--root');
});

test('a region reaches the provider as the pixels of the original; the answer is asked for once', async () => {
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  const original = await png(drawn(90, 60, (x, y) => [(x * 2) % 256, (y * 4) % 256, (x + y) % 256]));
  await writeFile(path.join(folder, 'open/original.png'), original);
  const client = await connect([
    '--provider',
    provider.url,
    '--model',
    'test-model',
    '--api',
    'chat.completions',
  ]);
  const input = { path: 'original.png', region: [10, 15, 30, 45], question: 'What is here?' };
  for (let round = 0; round < 2; round++)
    expect(await toldBy(client.call('describe_image', input))).toContain('The picture is mostly');
  const asked = provider.requests.filter(({ method }) => method === 'POST');
  expect(asked).toHaveLength(1);
  const { images, text } = requestContent(asked[0]?.body);
  expect(text).toContain('What is here?');
  const wanted = await sharp(original)
    .extract({ left: 10, top: 15, width: 20, height: 30 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const { data, info } = await sharp(bytesOf(images[0] ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 20, height: 30 });
  // As near as a JPEG of that quality comes.
  const off = wanted.reduce((sum, value, at) => sum + Math.abs(value - (data[at] ?? 0)), 0) / wanted.length;
  expect(off).toBeLessThan(6);
});

test('a cancelled call closes its request, and twenty calls at once are answered', async () => {
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  const client = await connect(['--provider', provider.url, '--model', 'test-model']);
  provider.script({ body: [{ hang: true }] });
  const stop = new AbortController();
  const cancelled = client.call('describe_image', { path: 'photos/halves.png' }, { signal: stop.signal });
  cancelled.catch(() => undefined);
  await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: 60_000 });
  stop.abort();
  await expect(cancelled).rejects.toThrow();
  expect(await provider.requests[0]?.closedEarly).toBe(true);
  provider.reset();
  const heard: object[] = [];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      toldBy(
        client.call(
          'describe_image',
          { path: 'photos/halves.png', question: `What is number ${number}?` },
          { onprogress: progress => heard.push(progress) },
        ),
      ),
    ),
  );
  for (const answer of answers) expect(answer).toContain('The picture is mostly');
  expect(provider.requests).toHaveLength(20);
  expect(heard.length).toBeGreaterThanOrEqual(20);
});

test('what is no message is passed over; the end of standard input ends the server', async () => {
  const child = spawn(process.execPath, [main, 'mcp'], {
    env: environment(),
    cwd: path.join(folder, 'open'),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const lines: string[] = [];
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)));
  child.stdin.write('{nonsense\n[]\n{"id":5}\n');
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 60_000 });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 1, result: { serverInfo: { name: 'sightline' } } });
  child.stdin.end();
  expect((await exited)[0]).toBe(0);
});

test('nothing that decodes images is loaded before the first image', async () => {
  const child = spawn(
    process.execPath,
    ['--import', path.join(root, 'test/support/loadedModules.mjs'), main, 'mcp'],
    {
      env: environment(),
      cwd: path.join(folder, 'open'),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let loaded = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (loaded += text));
  let answers = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  for (const message of [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await vi.waitFor(() => expect(answers).toContain('find_images'), { timeout: 60_000 });
  child.stdin.end();
  await exited;
  // As sources, or bundled.
  expect(loaded).toMatch(/modelcontextprotocol|dist\/cli\.mjs/);
  expect(loaded).not.toMatch(
    /\/sharp\/|images\/(?:decoders|open|prepare)|magick|src\/recognition\/engine|inference\/ask\.ts/,
  );
});
