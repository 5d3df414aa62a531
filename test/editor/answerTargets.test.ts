import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { AnswerTargets } from '../../src/editor/prompt/answerTargets.ts';
import { LastTextEditor } from '../../src/editor/prompt/lastTextEditor.ts';
import { closeActiveEditor } from '../support/editor/closeActiveEditor.ts';

suite('where answers go', () => {
  let folder: string;
  let lastEditor: LastTextEditor;
  let targets: AnswerTargets;

  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-targets-'));
    lastEditor = new LastTextEditor();
    targets = new AnswerTargets(lastEditor);
  });

  teardown(async () => {
    targets.dispose();
    lastEditor.dispose();
    await closeActiveEditor();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  async function openFile(name: string, content: string): Promise<vscode.TextEditor> {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
  }

  function lines(from: number, to: number): vscode.Range {
    return new vscode.Range(from, 0, to, 0);
  }

  test('EDIT-1: an answer with LF leaves a CRLF document CRLF throughout and other lines as they were', async () => {
    const { document } = await openFile('a.txt', 'one\r\ntwo\r\nthree\r\nfour\r\n');
    targets.remember('e', document, lines(1, 3));
    await targets.replaceSelection('e', 'x\ny\n');
    await document.save();
    assert.equal(await readFile(document.uri.fsPath, 'utf8'), 'one\r\nx\r\ny\r\nfour\r\n');
  });

  test('EDIT-3: replacing is one step to undo', async () => {
    const { document } = await openFile('b.txt', 'one\ntwo\nthree\n');
    targets.remember('e', document, lines(1, 2));
    await targets.replaceSelection('e', Array.from({ length: 50 }, (_, i) => `line ${i}`).join('\n'));
    assert.match(document.getText(), /^one\nline 0\n[^]*line 49\nthree\n$/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\ntwo\nthree\n');
  });

  test('EDIT-3: typing above the target while the model answers moves the target along', async () => {
    const editor = await openFile('c.txt', 'one\ntwo\nthree\n');
    targets.remember('e', editor.document, lines(1, 2));
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'zero\n'));
    await targets.replaceSelection('e', 'TWO');
    assert.equal(editor.document.getText(), 'zero\none\nTWO\nthree\n');
  });

  test('EDIT-3: a selection that was changed meanwhile is not replaced', async () => {
    const editor = await openFile('d.txt', 'one\ntwo\nthree\n');
    targets.remember('e', editor.document, lines(1, 2));
    await editor.edit(edit => edit.insert(new vscode.Position(1, 1), '!'));
    await targets.replaceSelection('e', 'TWO');
    assert.equal(editor.document.getText(), 'one\nt!wo\nthree\n');
  });

  test('EDIT-3: a read-only document is left alone', async () => {
    const content = 'one\ntwo\n';
    const provider = vscode.workspace.registerTextDocumentContentProvider('sightline-test', {
      provideTextDocumentContent: () => content,
    });
    const uri = vscode.Uri.parse('sightline-test:/readonly.txt');
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    targets.remember('e', editor.document, lines(1, 2));
    await targets.replaceSelection('e', 'TWO');
    assert.equal(editor.document.getText(), content);
    provider.dispose();
  });

  test('an untitled document and a second click on the same answer work', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'a\nb\n' });
    await vscode.window.showTextDocument(document);
    targets.remember('e', document, lines(0, 1));
    await targets.replaceSelection('e', 'A1\nA2');
    await targets.replaceSelection('e', 'A');
    assert.equal(document.getText(), 'A\nb\n');
  });

  test('an answer is inserted at the cursor of the text editor, in place of what is selected', async () => {
    const editor = await openFile('f.txt', 'one two three\r\n');
    editor.selection = new vscode.Selection(0, 4, 0, 7);
    await targets.insertAtCursor('2\n2');
    assert.equal(editor.document.getText(), 'one 2\r\n2 three\r\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'one two three\r\n');
  });
});
