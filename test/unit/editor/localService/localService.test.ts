import { readFile, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTo } from '../../../../src/editor/localService/controlConnection.ts';
import { signInAsOwner } from '../../../../src/editor/localService/ownerSession.ts';
import { takeProcessLock } from '../../../../src/base/node/processLock.ts';
import { localServiceFiles } from '../../../../src/editor/localService/localServiceFiles.ts';
import { readRunningRecord, writeRunningRecord } from '../../../../src/editor/localService/runningRecord.ts';
import { environmentOf, startProcess } from '../../../../src/editor/localService/startProcess.ts';
import { LocalPlatform, serviceProgram } from './localPlatform.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const within = { timeout: 30_000 };

let platform: LocalPlatform;
let folder: string;
beforeEach(async () => {
  platform = await LocalPlatform.create();
  folder = platform.folder;
});
afterEach(() => platform[Symbol.asyncDispose]());

const never = new AbortController().signal;

/** Whether no process holds the folder any more. */
function lockIsFree(): boolean {
  const lock = takeProcessLock(localServiceFiles(folder).lock);
  lock?.release();
  return lock !== undefined;
}

test('one process serves all windows, and outlives the window that started it', async () => {
  const [first, second] = [platform.openWindow(), platform.openWindow()];
  const { url } = await first.service.start(never);
  expect((await second.service.start(never)).url).toBe(url);
  expect([first.starts(), second.starts()]).toEqual([1, 0]);
  first.service.dispose();
  const token = (await second.service.connection?.signInToken()) ?? '';
  const owner = await signInAsOwner(url, token);
  const { key } = await owner.makeKey('second window');
  const models = await fetch(`${url}/api/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  expect(await models.json()).toMatchObject({ data: [{ id: 'offline/describer' }] });
  expect(first.ends).toEqual([]);
});

test('two windows that start it at the same moment get the same one', async () => {
  const both = [platform.openWindow(), platform.openWindow()];
  const [one, other] = await Promise.all(both.map(({ service }) => service.start(never)));
  expect(one?.url).toBe(other?.url);
});

test('stopping ends it for all windows, the others are told, and the data stays', async () => {
  const [first, second] = [platform.openWindow(), platform.openWindow()];
  const { url } = await first.service.start(never);
  const owner = await signInAsOwner(url, (await first.service.connection?.signInToken()) ?? '');
  const { key } = await owner.makeKey('kept');
  await second.service.start(never);
  expect(await first.service.stop()).toBe(true);
  await expect.poll(() => second.ends, within).toEqual(['stopped']);
  expect(first.ends).toEqual([]);
  expect(await second.service.stop()).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  // At the same address, for which keys were saved.
  expect((await second.service.start(never)).url).toBe(url);
  const summary = await fetch(`${url}/api/account/summary`, { headers: { authorization: `Bearer ${key}` } });
  expect(summary.status).toBe(200);
});

test('a process that was killed leaves nothing in the way, and every window is told', async () => {
  const [first, second] = [platform.openWindow(), platform.openWindow()];
  await first.service.start(never);
  await second.service.start(never);
  const pid = readRunningRecord(folder)?.pid ?? 0;
  platform.kill();
  await expect.poll(() => [first.ends, second.ends], within).toEqual([['broken'], ['broken']]);
  expect(await second.service.join()).toBeUndefined();
  await second.service.start(never);
  expect(readRunningRecord(folder)?.pid).not.toBe(pid);
});

test('whoever has taken the port of a process that has gone is not believed', async () => {
  const heard: string[] = [];
  const impostor = createServer(socket => {
    socket.on('data', data => heard.push(data.toString()));
    socket.on('error', () => undefined);
    socket.write(`${JSON.stringify({ type: 'welcome' })}\n`);
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => impostor.once('listening', resolve));
  const secret = 'ab'.repeat(32);
  const controlPort = (impostor.address() as AddressInfo).port;
  const record = { pid: 1, url: 'http://127.0.0.1:9', controlPort, secret, formerUrls: [] };
  expect(await connectTo(record)).toBeUndefined();
  expect(heard.join('')).not.toContain(secret);
  impostor.close();
});

test('a stranger who knows the port but not the secret gets no link', async () => {
  const { service } = platform.openWindow();
  await service.start(never);
  const record = readRunningRecord(folder);
  if (record === undefined) throw new Error('There is no record.');
  expect(await connectTo({ ...record, secret: 'cd'.repeat(32) })).toBeUndefined();
});

test('where its port is taken it runs at another one, and the earlier address is remembered', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => taken.once('listening', resolve));
  const former = `http://127.0.0.1:${(taken.address() as AddressInfo).port}`;
  writeRunningRecord(folder, {
    pid: 1,
    url: former,
    controlPort: 9,
    secret: 'ef'.repeat(32),
    formerUrls: [],
  });
  const { service } = platform.openWindow();
  const { url } = await service.start(never);
  expect(url).not.toBe(former);
  expect([service.isAt(url), service.isAt(former), service.isAt('http://127.0.0.1:9')]).toEqual([
    true,
    true,
    false,
  ]);
  taken.close();
});

test('cancelling a start leaves no process behind', async () => {
  const { service } = platform.openWindow();
  const controller = new AbortController();
  const started = service.start(controller.signal);
  const refused = expect(started).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => existsSync(localServiceFiles(folder).log), within).toBe(true);
  controller.abort();
  await refused;
  await expect.poll(lockIsFree, within).toBe(true);
  expect(await service.join()).toBeUndefined();
});

test('a folder that cannot be written to is told with what to do', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(startProcess(serviceProgram, path.join(file, 'below'), never)).rejects.toMatchObject({
    code: 'store',
    message: expect.stringContaining(path.join(file, 'below')) as string,
    hint: expect.stringContaining('writable') as string,
  });
});

test('a process that dies at the start is told with the last lines of its log, without secrets', async () => {
  const key = `zz_${'0123456789'.repeat(4)}`;
  const dying = path.join(folder, 'dying.mjs');
  await writeFile(dying, `console.error('no luck with ${key}'); process.exit(3);`);
  const error = await startProcess({ ...serviceProgram, program: dying }, folder, never).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({
    code: 'providerFailed',
    hint: expect.stringContaining('no luck with zz_01234567…') as string,
  });
});

test('data that a newer Sightline wrote is told in the words of the service', async () => {
  const { service } = platform.openWindow();
  await service.start(never);
  await service.stop();
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path.join(localServiceFiles(folder).data, 'sightline.db'));
  database.exec('PRAGMA user_version = 9999');
  database.close();
  await expect(service.start(never)).rejects.toMatchObject({
    message: expect.stringContaining('newer Sightline') as string,
  });
});

test('the files are for this account only, and no sign-in token or key lies in plain text beside the data', async () => {
  const { service } = platform.openWindow();
  const { url, signInToken } = await service.start(never);
  const token = await signInToken();
  const { key } = await (await signInAsOwner(url, token)).makeKey('canary');
  await service.stop();
  // The lock goes last.
  await expect.poll(lockIsFree, within).toBe(true);
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(file.parentPath, file.name);
    if (process.platform !== 'win32') expect(statSync(place).mode & 0o077, place).toBe(0);
    if (!file.isFile()) continue;
    const text = readFileSync(place, 'latin1');
    for (const secret of [token, key.slice(11)]) expect(text.includes(secret), place).toBe(false);
  }
  expect(await readFile(localServiceFiles(folder).log, 'utf8')).toContain('Serving');
});

test('W23: the process gets neither keys nor the editor’s own variables', () => {
  const given = {
    PATH: '/bin',
    AWS_SECRET_ACCESS_KEY: 'x',
    AZURE_KEY: 'x',
    GITHUB_TOKEN_2: 'x',
    DB_PASSPHRASE: 'x',
    STRIPE_SK_KEY_LIVE: 'x',
    secret_of_mine: 'x',
    GOOGLE_APPLICATION_CREDENTIALS: 'x',
    DATABASE_URL: 'x',
    OPENAI_API_KEY: 'x',
    NODE_OPTIONS: '--inspect',
    VSCODE_IPC_HOOK: 'x',
    ELECTRON_RUN_AS_NODE: '1',
    SIGHTLINE_MASTER_KEY: 'x',
  };
  expect(environmentOf(given, false)).toEqual({ PATH: '/bin' });
  expect(environmentOf(given, true)).toEqual({ PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' });
});
