import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { LastTextEditor } from '../../src/editor/prompt/lastTextEditor.ts';

suite('the text editor that a person means', () => {
  let folder: string;
  let lastEditor: LastTextEditor;

  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-last-editor-'));
    lastEditor = new LastTextEditor();
  });

  teardown(async () => {
    lastEditor.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  async function openFile(name: string, column: vscode.ViewColumn): Promise<vscode.TextEditor> {
    const file = path.join(folder, name);
    await writeFile(file, `${name}\n`);
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), column);
  }

  /** Puts a page in front, as the panel, a run's page and an image are. */
  async function openPage(column: vscode.ViewColumn): Promise<void> {
    const left = new Promise<void>(resolve => {
      const listener = vscode.window.onDidChangeActiveTextEditor(editor => {
        if (editor !== undefined) return;
        listener.dispose();
        resolve();
      });
    });
    vscode.window.createWebviewPanel('sightline-test', 'Page', column).webview.html = '<p>Page</p>';
    await left;
  }

  /** The name of the document that is meant, and what is selected in it. */
  function meant(): [string, string] | undefined {
    const editor = lastEditor.current;
    return editor && [path.basename(editor.document.uri.path), editor.document.getText(editor.selection)];
  }

  test('EDT-2: with a page in front it is the one that was used last, with its selection', async () => {
    await openFile('a.txt', vscode.ViewColumn.One);
    const used = await openFile('b.txt', vscode.ViewColumn.Two);
    used.selection = new vscode.Selection(0, 0, 0, 3);
    await openPage(vscode.ViewColumn.Three);
    assert.equal(vscode.window.activeTextEditor, undefined);
    assert.deepEqual(meant(), ['b.txt', 'b.t']);
  });

  test('EDT-2: one that was closed or is covered is not meant, but the one used before it', async () => {
    const first = await openFile('a.txt', vscode.ViewColumn.One);
    first.selection = new vscode.Selection(0, 0, 0, 1);
    await openFile('b.txt', vscode.ViewColumn.Two);
    await openPage(vscode.ViewColumn.Two);
    assert.deepEqual(meant(), ['a.txt', 'a']);
  });

  test('EDT-2: where a page covers the only text, none is meant, but text goes in where the cursor was', async () => {
    const editor = await openFile('a.txt', vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 2, 0, 2);
    await openPage(vscode.ViewColumn.One);
    assert.equal(meant(), undefined);
    const covered = lastEditor.currentOrCovered;
    assert.equal(covered && path.basename(covered.document.uri.path), 'a.txt');
    assert.equal(covered?.selection.active.character, 2);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(lastEditor.currentOrCovered, undefined);
  });
});
