import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions.ts';
import type { Entry } from '../../src/protocol/conversation.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';

const colours = { red: '#ff0000', lime: '#00ff00', blue: '#0000ff' } as const;

suite('Describe Image', () => {
  let folder: string;
  let provider: TestProvider;

  suiteSetup(async () => {
    provider = await startTestProvider();
    const settings = vscode.workspace.getConfiguration('sightline');
    const own = { id: 'test', label: 'Test', baseUrl: provider.url, needsKey: false };
    await settings.update('providers', [own], vscode.ConfigurationTarget.Global);
    await settings.update('provider', 'test', vscode.ConfigurationTarget.Global);
    await settings.update('model', 'test-model', vscode.ConfigurationTarget.Global);
  });

  suiteTeardown(async () => {
    const settings = vscode.workspace.getConfiguration('sightline');
    for (const name of ['providers', 'provider', 'model'])
      await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
    await provider.close();
  });

  setup(async () => {
    provider.reset();
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-describe-'));
  });

  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  async function draw(name: string, background: string): Promise<vscode.Uri> {
    const file = path.join(folder, name);
    const picture = sharp({ create: { width: 40, height: 20, channels: 3, background } });
    await writeFile(file, await picture.png().toBuffer());
    return vscode.Uri.file(file);
  }

  async function describe(...args: unknown[]): Promise<Entry[]> {
    return vscode.commands.executeCommand<Entry[]>(commands.describeImage, ...args);
  }

  const questions = (): number => provider.requests.filter(({ method }) => method === 'POST').length;

  test('one picture: one request and its answer', async () => {
    const [entry] = await describe(await draw('red.png', colours.red), undefined);
    assert.equal(entry?.status, 'complete');
    assert.match(entry.text, /mostly red/);
    assert.equal(entry.provider, 'Test');
    assert.equal(questions(), 1);
  });

  test('BATCH-4: several selected pictures are described once each, in their order', async () => {
    const uris = [
      await draw('a.png', colours.red),
      await draw('b.png', colours.lime),
      await draw('c.png', colours.blue),
    ];
    const entries = await describe(uris[0], [...uris, uris[1]]);
    assert.deepEqual(
      entries.map(({ pictures, text }) => [pictures[0]?.name, /mostly (\w+)/.exec(text)?.[1]]),
      [
        ['a.png', 'red'],
        ['b.png', 'lime'],
        ['c.png', 'blue'],
      ],
    );
    assert.equal(questions(), 3);
  });

  test('BATCH-4: what is no picture in the selection is left out', async () => {
    const text = vscode.Uri.file(path.join(folder, 'notes.txt'));
    await writeFile(text.fsPath, 'notes');
    const picture = await draw('a.png', colours.red);
    const entries = await describe(text, [text, picture]);
    assert.deepEqual(
      entries.map(entry => entry.pictures[0]?.name),
      ['a.png'],
    );
  });

  test('a bad picture is told by its name and the others go on', async () => {
    const bad = vscode.Uri.file(path.join(folder, 'bad.png'));
    await writeFile(bad.fsPath, 'not a picture');
    const good = [await draw('a.png', colours.red), await draw('c.png', colours.blue)];
    const entries = await describe(bad, [good[0], bad, good[1]]);
    assert.deepEqual(
      entries.map(entry => entry.status),
      ['complete', 'failed', 'complete'],
    );
    assert.match(entries[1]?.error?.message ?? '', /bad\.png/);
    assert.equal(questions(), 2);
  });

  test('IMG-9: any legal file name is read literally', async () => {
    const names = ['a b.png', 'test-%41.png', 'test-A.png', 'x#1.png', 'q?.png', '画像 é.png'];
    const hues = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ffffff', '#000000'];
    const uris: vscode.Uri[] = [];
    for (const [index, name] of names.entries()) uris.push(await draw(name, hues[index] ?? ''));
    const entries = await describe(uris[0], uris);
    assert.deepEqual(
      entries.map(entry => [entry.pictures[0]?.name, /mostly (\w+)/.exec(entry.text)?.[1]]),
      [
        [names[0], 'red'],
        [names[1], 'lime'],
        [names[2], 'blue'],
        [names[3], 'yellow'],
        [names[4], 'white'],
        [names[5], 'black'],
      ],
    );
  });

  test('a picture of a virtual folder is read through the editor', async () => {
    const scheme = `memory-${path
      .basename(folder)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')}`;
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: colours.blue } })
      .png()
      .toBuffer();
    const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const registered = vscode.workspace.registerFileSystemProvider(
      scheme,
      {
        onDidChangeFile: changed.event,
        watch: () => new vscode.Disposable(() => undefined),
        stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length }),
        readFile: () => bytes,
        readDirectory: () => [],
        createDirectory: () => undefined,
        writeFile: () => undefined,
        delete: () => undefined,
        rename: () => undefined,
      },
      { isReadonly: true },
    );
    const [entry] = await describe(vscode.Uri.from({ scheme, path: '/remote/picture.png' }), undefined);
    assert.match(entry?.text ?? '', /mostly blue/);
    registered.dispose();
    changed.dispose();
  });

  test('REQ-2: nothing set means no sampling parameter in the request', async () => {
    await describe(await draw('red.png', colours.red), undefined);
    const body = provider.requests.at(-1)?.body as Record<string, unknown>;
    assert.deepEqual(Object.keys(body).toSorted(), ['messages', 'model', 'stream', 'stream_options']);
  });

  test('a folder named like a picture fails by its name', async () => {
    await mkdir(path.join(folder, 'folder.png'));
    const [entry] = await describe(vscode.Uri.file(path.join(folder, 'folder.png')), undefined);
    assert.equal(entry?.status, 'failed');
    assert.match(entry.error?.message ?? '', /folder\.png/);
  });

  test('without a choice of provider the offline describer answers, and nothing is sent', async () => {
    const settings = vscode.workspace.getConfiguration('sightline');
    await settings.update('provider', undefined, vscode.ConfigurationTarget.Global);
    try {
      const [entry] = await describe(await draw('red.png', colours.red), undefined);
      assert.equal(entry?.status, 'complete');
      assert.match(entry.text, /40 × 20/);
      assert.match(entry.text, /red/i);
      assert.equal(questions(), 0);
    } finally {
      await settings.update('provider', 'test', vscode.ConfigurationTarget.Global);
    }
  });
});
