import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  logInLocallyFlow,
  manageKeysFlow,
  startFlow,
  stopFlow,
  reportServiceEnd,
  type LocalServiceFlowOptions,
} from '../../../../src/editor/localService/localServiceFlows.ts';
import { signInAsOwner } from '../../../../src/editor/localService/ownerSession.ts';
import { readRunningRecord, writeRunningRecord } from '../../../../src/editor/localService/runningRecord.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow, type TestWindow } from '../../../support/testCredentials.ts';
import { linkToken } from '../../../support/service/linkToken.ts';
import { LocalPlatform, type ServiceWindow } from './localPlatform.ts';

// Every test starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const elsewhere = 'https://platform.example';

let platform: LocalPlatform;
let window: ServiceWindow;
let credentials: TestWindow;
let parts: LocalServiceFlowOptions;
beforeEach(async () => {
  platform = await LocalPlatform.create();
  window = platform.openWindow();
  credentials = openWindow(elsewhere, {
    ready: (origin, signal) => window.service.ensure(origin, signal),
  });
  parts = {
    service: window.service,
    account: credentials.account,
    address: {
      read: () => credentials.settings.serviceUrl,
      write: async url => {
        credentials.settings.serviceUrl = await Promise.resolve(url ?? elsewhere);
      },
    },
    machine: 'test-machine',
    logLines: () => 'the last line',
  };
});
afterEach(() => platform[Symbol.asyncDispose]());

async function keysOf(url: string): Promise<{ name: string }[]> {
  const token = (await window.service.connection?.signInToken()) ?? '';
  const session = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const list = await fetch(`${url}/api/api-keys`, { headers: { cookie } });
  return ((await list.json()) as { keys: { name: string }[] }).keys;
}

test('logging in is one click: the service is started, a key named after the machine made and saved', async () => {
  const dialogue = new ScriptedDialogue();
  await logInLocallyFlow(parts, dialogue);
  const url = window.service.connection?.url ?? '';
  expect(credentials.settings.serviceUrl).toBe(url);
  expect(await credentials.account.key()).toMatchObject({ origin: url, source: 'saved' });
  expect(credentials.account.state).toMatchObject({ kind: 'loggedIn', checked: true, username: 'owner' });
  expect(dialogue.messages).toEqual([expect.stringMatching(/^Logged in as owner with the key sl_.{8}…$/)]);
  expect(await keysOf(url)).toMatchObject([{ name: 'test-machine' }]);
});

test('a second click makes no second key while the first is good', async () => {
  await logInLocallyFlow(parts, new ScriptedDialogue());
  const before = (await credentials.account.key())?.key;
  await logInLocallyFlow(parts, new ScriptedDialogue());
  expect((await credentials.account.key())?.key).toBe(before);
  const url = window.service.connection?.url ?? '';
  const [key] = (await keysOf(url)) as { name: string; keyId?: string }[];
  const owner = await signInAsOwner(url, (await window.service.connection?.signInToken()) ?? '');
  await owner.revokeKey(key?.keyId ?? '');
  await logInLocallyFlow(parts, new ScriptedDialogue());
  expect((await credentials.account.key())?.key).not.toBe(before);
});

test('KEY-1: where the store refuses the new key, it is revoked and the address set back', async () => {
  credentials.store.faults.store = 'refuse';
  await expect(logInLocallyFlow(parts, new ScriptedDialogue())).rejects.toMatchObject({ code: 'store' });
  expect(credentials.settings.serviceUrl).toBe(elsewhere);
  expect(await keysOf(window.service.connection?.url ?? '')).toEqual([]);
});

test('stopped while it starts, nothing is saved and nothing shown', async () => {
  const dialogue = new ScriptedDialogue();
  dialogue.meanwhile = stop => stop();
  await expect(logInLocallyFlow(parts, dialogue)).rejects.toMatchObject({ name: 'AbortError' });
  expect([credentials.settings.serviceUrl, dialogue.shown]).toEqual([elsewhere, []]);
});

test('Manage API Keys opens the page of the service in use; of the local one with a link that signs in', async () => {
  const dialogue = new ScriptedDialogue();
  await manageKeysFlow(parts, dialogue);
  expect(dialogue.pages).toEqual([`${elsewhere}/settings?tab=api-keys`]);
  await logInLocallyFlow(parts, dialogue);
  await window.service.stop();
  await manageKeysFlow(parts, dialogue);
  const link = new URL(dialogue.pages[1] ?? '');
  expect(link.origin).toBe(credentials.settings.serviceUrl);
  expect([link.pathname, new URLSearchParams(link.hash.slice(1)).get('tab')]).toEqual([
    '/sign-in',
    'api-keys',
  ]);
  const owner = await signInAsOwner(link.origin, linkToken(link.href));
  await owner.signOut();
});

test('starting offers to log in, and says so where that has been done', async () => {
  const dialogue = new ScriptedDialogue({ pressed: ['Log In to Local Service'] });
  await startFlow(parts, dialogue);
  expect(credentials.account.state.kind).toBe('loggedIn');
  await startFlow(parts, dialogue);
  expect(dialogue.shown.at(-1)).toMatchObject({
    message: expect.stringMatching(/is running at .* logged in as owner/) as string,
    buttons: ['Manage API Keys'],
  });
});

test('stopping says whether there was anything to stop', async () => {
  const dialogue = new ScriptedDialogue();
  await window.service.start(new AbortController().signal);
  await stopFlow(parts, dialogue);
  await stopFlow(parts, dialogue);
  expect(dialogue.messages).toEqual(['The local service was stopped.', 'The local service is not running.']);
  expect(window.ends).toEqual([]);
});

test('its unexpected end is told with the last lines of the log, and it can be started again', async () => {
  const dialogue = new ScriptedDialogue({ pressed: ['Restart'] });
  await reportServiceEnd('broken', parts, dialogue);
  expect(dialogue.shown[0]).toMatchObject({
    tone: 'error',
    message: expect.stringContaining('the last line') as string,
  });
  expect(window.service.connection).toBeDefined();
});

test('before the key goes to the local service, that runs; to no other program on its port', async () => {
  await logInLocallyFlow(parts, new ScriptedDialogue());
  await window.service.stop();
  // A question starts it again, at the address that the key is bound to.
  await credentials.account.check();
  expect(window.service.connection?.url).toBe(credentials.settings.serviceUrl);
  await window.service.stop();
  const heard: string[] = [];
  const { port } = new URL(credentials.settings.serviceUrl);
  const impostor = createServer(socket => socket.on('data', data => heard.push(data.toString())));
  await new Promise<void>(resolve => impostor.listen(Number(port), '127.0.0.1', resolve));
  await expect(credentials.account.check()).rejects.toMatchObject({
    code: 'missingKey',
    about: 'service',
    hint: expect.stringContaining('Log In to Local Service') as string,
  });
  expect(heard).toEqual([]);
  const dialogue = new ScriptedDialogue({ pressed: ['Log In to Local Service'] });
  await startFlow(parts, dialogue);
  expect(dialogue.shown[0]).toMatchObject({
    tone: 'warning',
    message: expect.stringContaining('another program uses its port') as string,
  });
  expect(await credentials.account.key()).toMatchObject({ origin: window.service.connection?.url });
  expect(heard).toEqual([]);
  impostor.close();
});

test('a service of another address is none of ours: nothing is started for it', async () => {
  writeRunningRecord(platform.folder, {
    pid: 1,
    url: 'http://127.0.0.1:9',
    controlPort: 9,
    secret: 'ab'.repeat(32),
    formerUrls: [],
  });
  await window.service.ensure(elsewhere);
  expect(window.starts()).toBe(0);
  expect(readRunningRecord(platform.folder)?.pid).toBe(1);
});
