import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import {
  chatChunk,
  data,
  eventStream,
  startTestProvider,
  type TestProvider,
} from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let cli: Cli;
let provider: TestProvider;

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli(), startTestProvider()]);
  await writeFile(
    path.join(cli.folder, 'provider-mine.json'),
    JSON.stringify({ id: 'mine', baseUrl: provider.url, needsKey: false }),
  );
});
afterEach(async () => {
  await Promise.all([cli[Symbol.asyncDispose](), provider.close()]);
});

const ask = ['ask', 'x', '--provider', 'mine', '--model', 'm1'];

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s closes the request on the wire, keeps the text so far, says nothing and exits %i',
  async (signal, code) => {
    provider.script(eventStream(data(chatChunk({ content: 'One, ' })), { hang: true }));
    const running = cli.start(ask);
    await running.printed(/One, /);
    running.process.kill(signal);
    expect(await provider.requests[0]?.closedEarly).toBe(true);
    expect(await running.ended).toEqual({ code, stdout: 'One, ', stderr: '' });
  },
);

test('SIGINT before the first byte closes the request, too', async () => {
  let arrived = (): void => undefined;
  const waiting = new Promise<void>(resolve => (arrived = resolve));
  provider.script(() => {
    arrived();
    return eventStream({ hang: true });
  });
  const running = cli.start(ask);
  await waiting;
  running.process.kill('SIGINT');
  expect(await provider.requests[0]?.closedEarly).toBe(true);
  expect(await running.ended).toEqual({ code: 130, stdout: '', stderr: '' });
});

test('a pipe closed early ends it quietly, and the request with it', async () => {
  const chunks = Array.from({ length: 200 }, (_, index) => [
    data(chatChunk({ content: `${index} ` })),
    { pauseMs: 20 },
  ]).flat();
  provider.script(eventStream(...chunks, { hang: true }));
  const running = cli.start(ask);
  await running.printed(/1 /);
  running.process.stdout?.destroy();
  const { code, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await provider.requests[0]?.closedEarly).toBe(true);
});
