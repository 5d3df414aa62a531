import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import manifest from '../../package.json' with { type: 'json' };

suite('extension host', () => {
  test('the extension under test is this project, and it activates', async () => {
    const extension = vscode.extensions.getExtension(`${manifest.publisher}.${manifest.name}`);
    assert.ok(extension, 'the editor does not know the extension');
    assert.equal((extension.packageJSON as typeof manifest).version, manifest.version);
    await extension.activate();
    assert.ok(extension.isActive);
  });

  test('the sample folder is open', () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  });

  test('no key of the person reaches the tests', () => {
    const names = Object.keys(process.env).filter(name => name.endsWith('_API_KEY'));
    assert.deepEqual(names, []);
  });
});
