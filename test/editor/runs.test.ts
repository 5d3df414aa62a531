import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions.ts';
import { chosenFiles } from '../../src/editor/runs/chosenFiles.ts';
import { editorExportFiles } from '../../src/editor/runs/files/editorExportFiles.ts';
import { editorPictureFiles } from '../../src/editor/runs/files/editorPictureFiles.ts';
import { runFolder } from '../../src/editor/runs/files/runFolder.ts';
import { scopeOf } from '../../src/editor/runs/flows/chooseScope.ts';
import { scanScope } from '../../src/editor/runs/flows/scanScope.ts';
import { RunMemento } from '../../src/editor/runs/runMemento.ts';
import { questionFromSettings, RunQuestions } from '../../src/editor/runs/runQuestions.ts';
import { RunSession } from '../../src/editor/runs/runSession.ts';
import { offlineProvider } from '../../src/inference/providers/providers.ts';
import { exportRun } from '../../src/runs/exports/exportRun.ts';
import { openRunStore } from '../../src/runs/store/openRunStore.ts';
import { png, solid, type Colour } from '../support/pictures.ts';

const colours: Record<string, Colour> = { 'a.png': [255, 0, 0], 'b.png': [0, 255, 0], 'c.png': [0, 0, 255] };

suite('folder runs', () => {
  let folder: string;
  const undo: (() => unknown)[] = [];

  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-runs-'));
    await mkdir(path.join(folder, 'pictures'));
    for (const [name, colour] of Object.entries(colours))
      await writeFile(path.join(folder, 'pictures', name), await png(solid(40, 20, colour)));
    await writeFile(path.join(folder, 'pictures', 'notes.txt'), 'notes');
  });

  teardown(async () => {
    for (const step of undo.splice(0).reverse()) await step();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  const uri = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder, 'pictures', name));

  async function names(clicked: unknown, selected?: unknown): Promise<string[]> {
    const chosen = chosenFiles(clicked, selected);
    assert.ok(chosen);
    const scan = await scanScope(scopeOf(chosen));
    return scan?.pictures.map(({ name }) => name) ?? [];
  }

  /** Describes pictures with the describer inside Sightline, which sends nothing. */
  async function describe(starts: readonly vscode.Uri[]): Promise<RunSession> {
    const scan = await scanScope(scopeOf(starts));
    assert.ok(scan);
    const question = questionFromSettings({ provider: offlineProvider, model: offlineProvider.model });
    const store = openRunStore(path.join(folder, 'state'));
    const record = await store.create({ title: 'pictures', question, ...scan });
    const kept = new Map<string, unknown>();
    const questions = new RunQuestions(
      { get: () => undefined },
      {
        destination: () => Promise.reject(new Error('Nothing is sent.')),
        explained: error => error,
      },
    );
    const session = new RunSession({
      record,
      notes: new RunMemento({
        keys: () => [...kept.keys()],
        get: <T>(name: string, fallback?: T) => (kept.get(name) ?? fallback) as T,
        update: (name, value) => Promise.resolve(void kept.set(name, value)),
      }),
      files: editorPictureFiles,
      prepare: (asked, signal) => questions.prepare(asked, signal),
      askBy: asked => questions.askBy(asked),
      most: () => 2,
      priceOf: () => undefined,
      providerName: asked => questions.providerName(asked),
      batchPossible: () => false,
      openBatches: () => Promise.reject(new Error('There are no batches here.')),
      keptIn: 'here',
    });
    undo.push(() => session.close());
    await session.start();
    return session;
  }

  test('BATCH-4: all chosen pictures are found once each, singly, together and by folder', async () => {
    const [a, b, c] = [uri('a.png'), uri('b.png'), uri('c.png')];
    const pictures = vscode.Uri.file(path.join(folder, 'pictures'));
    assert.deepEqual(await names(a, [a, b, c]), ['a.png', 'b.png', 'c.png']);
    assert.deepEqual(await names(a, undefined), ['a.png']);
    assert.equal((await names(pictures, [pictures, a])).filter(name => name.endsWith('a.png')).length, 1);
    assert.deepEqual(await names(a, [a, uri('notes.txt')]), ['a.png']);
  });

  test('BATCH-4: from the palette there is a picker, and no exception', async () => {
    const called = vscode.commands.executeCommand(commands.describeFolder);
    await new Promise(resolve => setTimeout(resolve, 500));
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await called, undefined);
  });

  test('the command opens a page for a run, and says that there are no pictures where there are none', async () => {
    const pictures = vscode.Uri.file(path.join(folder, 'pictures'));
    const id = await vscode.commands.executeCommand<string>(commands.describeFolder, pictures, [pictures]);
    assert.match(id, /^\d{8}-/);
    // The editor tells of its tabs a moment later; a page that never opens runs into the test's own limit.
    const labels = (): string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    while (!labels().some(label => label.startsWith('pictures · ')))
      await new Promise(resolve => setTimeout(resolve, 20));
    assert.equal(
      await vscode.commands.executeCommand(commands.describeFolder, uri('notes.txt'), undefined),
      undefined,
    );
  });

  test('BATCH-5: links that lead in circles and nowhere end the scan, each file is found once', async () => {
    await symlink(path.join(folder, 'pictures'), path.join(folder, 'pictures', 'loop'));
    await symlink(uri('a.png').fsPath, path.join(folder, 'pictures', 'again.png'));
    await symlink('/nowhere.png', path.join(folder, 'pictures', 'broken.png'));
    const pictures = vscode.Uri.file(path.join(folder, 'pictures'));
    const scan = await scanScope(scopeOf([pictures]));
    assert.equal(scan?.pictures.length, 3);
    assert.ok(scan.skipped.some(({ name }) => name === 'broken.png'));
  });

  test('a run with the offline describer describes every picture, and is exported', async () => {
    const session = await describe([vscode.Uri.file(path.join(folder, 'pictures'))]);
    assert.equal(session.phase, 'done');
    const texts = await Promise.all(
      session.record.rows.map(({ index }) => session.record.description(index)),
    );
    for (const [index, colour] of ['red', 'green', 'blue'].entries())
      assert.match(texts[index]?.text ?? '', new RegExp(colour, 'i'));
    const target = runFolder(session.record);
    assert.equal(target.fsPath, path.join(folder, 'pictures'));
    const report = await exportRun(
      'jsonl',
      session.record,
      vscode.Uri.joinPath(target, 'x y#.jsonl').toString(),
      {
        files: editorExportFiles,
        toolVersion: '0.0.0',
      },
    );
    assert.equal(report.described, 3);
    const lines = await readFile(path.join(folder, 'pictures', 'x y#.jsonl'), 'utf8');
    assert.equal(lines.trimEnd().split('\n').length, 3);
  });

  test('a folder that only the editor can read is described and written to', async () => {
    const disk = new MemoryFolder();
    for (const name of Object.keys(colours))
      disk.files.set(`/root/${name}`, await readFile(uri(name).fsPath));
    const scheme = `memory-${path
      .basename(folder)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')}`;
    const registered = vscode.workspace.registerFileSystemProvider(scheme, disk);
    undo.push(() => registered.dispose());
    const root = vscode.Uri.from({ scheme, path: '/root' });
    const session = await describe([root]);
    assert.equal(session.view().counts.described, 3);
    const report = await exportRun('txt', session.record, runFolder(session.record).toString(), {
      files: editorExportFiles,
      toolVersion: '0.0.0',
    });
    assert.equal(report.written, 3);
    assert.match(Buffer.from(disk.files.get('/root/a.txt') ?? []).toString(), /red/i);
    assert.ok([...disk.files.keys()].every(name => !name.endsWith('.tmp')));
  });
});

/** A folder that is in memory alone. */
class MemoryFolder implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path: name }: vscode.Uri): vscode.FileStat {
    const file = this.files.get(name);
    if (file !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 1, size: file.length };
    if (name === '/root') return { type: vscode.FileType.Directory, ctime: 0, mtime: 1, size: 0 };
    throw vscode.FileSystemError.FileNotFound(name);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.files.keys()].map(name => [name.slice('/root/'.length), vscode.FileType.File]);
  }

  readFile({ path: name }: vscode.Uri): Uint8Array {
    const file = this.files.get(name);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(name);
    return file;
  }

  writeFile({ path: name }: vscode.Uri, content: Uint8Array): void {
    this.files.set(name, content);
  }

  createDirectory(): void {
    return undefined;
  }

  delete({ path: name }: vscode.Uri): void {
    this.files.delete(name);
  }

  rename({ path: from }: vscode.Uri, { path: to }: vscode.Uri): void {
    this.files.set(to, this.files.get(from) ?? new Uint8Array());
    this.files.delete(from);
  }
}
