import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { panelHtml } from '../../src/editor/pageHtml.ts';

suite('the page of the panel', () => {
  test('WEB-1, W20: a strict policy, with a nonce that differs on every load', () => {
    const panel = vscode.window.createWebviewPanel('test', 'Test', vscode.ViewColumn.One);
    const extensionUri = vscode.extensions.getExtension('sightline.sightline')?.extensionUri;
    assert.ok(extensionUri);
    const first = panelHtml(panel.webview, extensionUri);
    const second = panelHtml(panel.webview, extensionUri);
    panel.dispose();
    const policy = /content="([^"]*default-src[^"]*)"/.exec(first)?.[1] ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-|connect-src|img-src[^;]*http/);
    // W20: nothing that gets into the page may move its addresses or send a form.
    assert.match(policy, /base-uri 'none'/);
    assert.match(policy, /form-action 'none'/);
    const nonce = /script-src 'nonce-([^']+)'(?:;|$)/.exec(policy)?.[1];
    assert.ok(nonce);
    assert.equal(Buffer.from(nonce, 'base64').length, 16);
    assert.ok(!second.includes(nonce));
    const scripts = [...first.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)];
    assert.equal(scripts.length, 1);
    assert.ok(scripts[0]?.[1]?.includes(`nonce="${nonce}"`));
    assert.equal(scripts[0]?.[2], '');
    assert.doesNotMatch(first, /\son\w+=|\sstyle=/);
  });
});
