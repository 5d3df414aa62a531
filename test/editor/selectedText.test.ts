import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { selectedText, wholeDocument } from '../../src/editor/prompt/selectedText.ts';
import { closeActiveEditor } from '../support/editor/closeActiveEditor.ts';

suite('the selection of a prompt', () => {
  async function open(content: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  }

  teardown(closeActiveEditor);

  test('EDIT-2: selections made from bottom to top come in document order', async () => {
    const editor = await open('one\ntwo\nthree\n');
    editor.selections = [2, 1, 0].map(line => new vscode.Selection(line, 3, line, 0));
    assert.equal(selectedText(editor)?.text, 'one\n\ntwo\n\nthr');
  });

  test('EDIT-2: a column selection is taken row by row', async () => {
    const editor = await open('abc\ndef\n');
    editor.selections = [new vscode.Selection(0, 1, 0, 3), new vscode.Selection(1, 1, 1, 3)];
    assert.equal(selectedText(editor)?.text, 'bc\n\nef');
  });

  test('EDIT-2: a bare cursor selects nothing', async () => {
    const editor = await open('abc\n');
    editor.selections = [new vscode.Selection(0, 1, 0, 1)];
    assert.equal(selectedText(editor), undefined);
  });

  test('EDIT-1: the prompt holds exactly the selected text, line ends included', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'a\nb\nc\n' });
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(edit => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    editor.selection = new vscode.Selection(1, 0, 3, 0);
    assert.equal(selectedText(editor)?.text, 'b\r\nc\r\n');
  });

  test('the whole document is taken to its last character', async () => {
    const editor = await open('a\nb');
    assert.equal(wholeDocument(editor.document).text, 'a\nb');
  });
});
