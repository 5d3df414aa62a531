import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ValueError } from '../../../src/base/errors.ts';
import { onAbort } from '../../../src/base/onAbort.ts';
import { connectToWindow, openBridge } from '../../../src/tools/windowBridge.ts';

vi.setConfig({ testTimeout: 60_000 });

async function bridge(run: Parameters<typeof openBridge>[1]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bridge-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const opened = await openBridge(folder, run, error => (error as Error).message);
  onTestFinished(() => opened.close());
  return opened;
}

const call = { signal: new AbortController().signal };

test('the MCP server of the editor has its calls done by the window, and ends with it', async () => {
  const window = await bridge((name, input) => Promise.resolve(`${name} ${JSON.stringify(input)}`));
  expect((await stat(window.file)).mode & 0o077).toBe(0);
  const script = path.resolve(import.meta.dirname, '../../../src/mcp/editorServer.ts');
  const child = spawn(process.execPath, [script, window.file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let answers = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  for (const message of [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'measure_image', arguments: { path: 'a.png' } } },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await vi.waitFor(() => expect(answers).toContain('measureImage {\\"path\\":\\"a.png\\"}'), {
    timeout: 40_000,
  });
  // It was of one use.
  await expect(stat(window.file)).rejects.toMatchObject({ code: 'ENOENT' });
  window.close();
  expect((await exited)[0]).toBe(0);
});

test('a failure, progress and the end of a call go over the bridge', async () => {
  let stopped = false;
  const window = await bridge((name, _, { signal, progress }) => {
    progress?.('Looking');
    if (name === 'findImages') return Promise.reject(new ValueError('It has no words.'));
    return new Promise((_resolve, reject) =>
      onAbort(signal, () => {
        stopped = true;
        reject(new Error('Stopped.'));
      }),
    );
  });
  const client = await connectToWindow(window.file, () => undefined);
  onTestFinished(() => client.close());
  const said: string[] = [];
  await expect(
    client.run('findImages', {}, { ...call, progress: message => said.push(message) }),
  ).rejects.toThrow('It has no words.');
  expect(said).toEqual(['Looking']);
  const stop = new AbortController();
  const waiting = client.run('describeImage', {}, { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow(/abort/i);
  await vi.waitFor(() => expect(stopped).toBe(true));
});

test('who does not know the secret gets nothing done', async () => {
  const run = vi.fn(() => Promise.resolve('Never.'));
  const window = await bridge(run);
  const { port } = JSON.parse(await readFile(window.file, 'utf8')) as { port: number };
  const guessed = `${window.file}.guess`;
  await writeFile(guessed, JSON.stringify({ port, secret: 'a'.repeat(64) }));
  await expect(connectToWindow(guessed, () => undefined)).rejects.toThrow(
    'The window of the editor has gone.',
  );
  await expect(connectToWindow(`${window.file}.none`, () => undefined)).rejects.toThrow('has gone');
  expect(run).not.toHaveBeenCalled();
});
