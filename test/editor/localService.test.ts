import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions.ts';
import type { Entry } from '../../src/protocol/conversation.ts';

suite('local service', () => {
  let folder: string;
  let picture: vscode.Uri;
  const settings = () => vscode.workspace.getConfiguration('sightline');
  const set = (name: string, value: unknown) =>
    settings().update(name, value, vscode.ConfigurationTarget.Global);
  const serviceUrl = () => settings().get<string>('service.url') ?? '';

  suiteSetup(async function () {
    // The service is started for the first time.
    this.timeout(60_000);
    folder = await mkdtemp(path.join(tmpdir(), 'sightline-local-'));
    picture = vscode.Uri.file(path.join(folder, 'blue.png'));
    const blue = sharp({ create: { width: 40, height: 20, channels: 3, background: '#0000ff' } });
    await writeFile(picture.fsPath, await blue.png().toBuffer());
    await vscode.commands.executeCommand(commands.logInToLocalService);
    await set('provider', 'service');
    await set('model', 'offline/describer');
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand(commands.logOut);
    await vscode.commands.executeCommand(commands.stopLocalService);
    for (const name of ['provider', 'model', 'service.url']) await set(name, undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  async function describe(): Promise<Entry> {
    const [entry] = await vscode.commands.executeCommand<Entry[]>(commands.describeImage, picture);
    assert.ok(entry);
    return entry;
  }

  test('logging in starts it and sets its address', async () => {
    assert.match(serviceUrl(), /^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(`${serviceUrl()}/api/v1/models`);
    assert.equal(answer.status, 401);
    assert.deepEqual(await answer.json(), { error: 'Invalid API key' });
  });

  test('its gateway describes a picture', async () => {
    const entry = await describe();
    assert.equal(entry.error?.message, undefined);
    assert.equal(entry.status, 'complete');
    assert.match(entry.text, /plain blue image/);
    assert.match(entry.text, /blue/i);
    assert.deepEqual([entry.provider, entry.model], ['Service (owner)', 'offline/describer']);
  });

  test('stopped, it is started again by the next question', async () => {
    const before = serviceUrl();
    await vscode.commands.executeCommand(commands.stopLocalService);
    await assert.rejects(fetch(before));
    assert.equal((await describe()).status, 'complete');
    assert.equal(serviceUrl(), before);
  });

  test('logged out, nothing is sent and the panel offers to log in', async () => {
    await vscode.commands.executeCommand(commands.logOut);
    const entry = await describe();
    assert.equal(entry.status, 'failed');
    assert.deepEqual(entry.error?.remedies, ['logIn', 'chooseModel']);
  });
});
