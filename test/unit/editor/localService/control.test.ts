import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectTo, type ControlConnection } from '../../../../src/editor/localService/controlConnection.ts';
import { startControl, type ControlServer } from '../../../../src/editor/localService/controlServer.ts';

const secret = 'ab'.repeat(32);

let server: ControlServer;
let said: string[];
let failing: boolean;
beforeEach(async () => {
  said = [];
  failing = false;
  server = await startControl({
    secret,
    signInToken: async () => {
      await Promise.resolve();
      if (failing) throw new Error('The data folder is locked.');
      return 'a-token';
    },
    onIdle: () => said.push('idle'),
    onStop: () => said.push('stop'),
    patience: { start: 60_000, end: 20 },
  });
});
afterEach(() => server.close('idle'));

const join = (known = secret): Promise<ControlConnection | undefined> =>
  connectTo({ pid: 1, url: 'http://127.0.0.1:9', controlPort: server.port, secret: known, formerUrls: [] });

test('it is idle only when the last window has gone', async () => {
  const [first, second] = [await join(), await join()];
  first?.leave();
  expect(await second?.signInToken()).toBe('a-token');
  expect(said).toEqual([]);
  second?.leave();
  await expect.poll(() => said).toEqual(['idle']);
});

test('a window without the secret keeps nothing running', async () => {
  const window = await join();
  expect(await join('cd'.repeat(32))).toBeUndefined();
  window?.leave();
  await expect.poll(() => said).toEqual(['idle']);
});

test('what it cannot do is told to the one who asked, and to nobody else', async () => {
  const window = await join();
  failing = true;
  await expect(window?.signInToken()).rejects.toMatchObject({
    message: expect.stringContaining('The data folder is locked.') as string,
  });
  failing = false;
  expect(await window?.signInToken()).toBe('a-token');
});

test('the end of the process refuses what is still asked, and says how it ended', async () => {
  const window = await join();
  const ends: string[] = [];
  window?.onEnd(end => ends.push(end));
  await server.close('stopped');
  await expect.poll(() => ends).toEqual(['stopped']);
  await expect(window?.signInToken()).rejects.toMatchObject({ code: 'network' });
});

test.each([
  ['no JSON', 'hello\n'],
  ['an unknown message', '{"type":"shout"}\n'],
  ['a request before the proof', '{"type":"stop"}\n'],
  ['a proof of another secret', `{"type":"proof","proof":"${'00'.repeat(32)}"}\n`],
  ['a line without end', 'x'.repeat(10_000)],
])('whoever says %s is sent away', async (_what, text) => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  expect(said).toEqual([]);
});
