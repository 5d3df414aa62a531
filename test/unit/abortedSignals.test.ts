import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAbort } from '../../src/base/errors.ts';
import { sleep } from '../../src/base/sleep.ts';
import { listModels } from '../../src/inference/providers/models.ts';
import { offlineDestination } from '../../src/inference/offlineDestination.ts';
import { offlineModel } from '../../src/inference/offline/offlineModel.ts';
import { eventStream } from '../../src/inference/offline/serverSentEvents.ts';
import { Semaphore } from '../../src/base/semaphore.ts';
import { unlessAborted } from '../../src/base/unlessAborted.ts';
import { nodePictureFiles } from '../../src/runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../src/runs/scan/scanPictures.ts';
import { relayStream } from '../../src/service/gateway/relayStream.ts';
import { destination, question, askIt, useTestProvider } from './inference/providerTest.ts';
import { freshCli } from '../support/cliProcess.ts';
import { png, red, solid } from '../support/pictures.ts';

const provider = useTestProvider();
const fired = AbortSignal.abort();

/** A promise that nothing settles: what waits for it must be ended by its signal. */
const never = new Promise<never>(() => undefined);

async function* endless(): AsyncGenerator<string, void> {
  for (;;) yield await Promise.resolve('data: {}\n\n');
}

/** Each function that takes a signal, given one that has fired before. It settles, which is what matters. */
const functions: Record<string, () => Promise<unknown>> = {
  sleep: () => sleep(1e8, fired),
  unlessAborted: () => unlessAborted(never, fired),
  'a place in the queue of requests': () => new Semaphore(() => false).enter(fired),
  'the offline describer’s stream': () =>
    eventStream(new Request('http://offline.invalid/', { signal: fired }), endless()).text(),
  'a stream through the gateway': () =>
    new Response(
      relayStream(
        { next: () => never },
        {
          key: undefined,
          signal: fired,
          onChunk: () => undefined,
          onEnd: () => undefined,
          onStall: () => undefined,
        },
      ),
    ).text(),
  'a question': async () => {
    throw (await askIt(destination(provider.url), question(), { signal: fired })).error;
  },
  'a question to the offline describer': async () => {
    throw (await askIt(offlineDestination([]), { ...question(), model: offlineModel }, { signal: fired }))
      .error;
  },
  'the list of models': () => listModels(destination(provider.url), { signal: fired }),
  'the search for pictures': () => scanPictures(nodePictureFiles(), ['/'], { signal: fired }),
};

describe('RUN-3: what takes a signal heeds one that has fired before', () => {
  test.each(Object.keys(functions))('%s', async name => {
    const settled = await functions[name]?.().then(
      () => 'ended',
      (error: unknown) => (error instanceof Error && isAbort(error) ? 'stopped' : error),
    );
    expect(['ended', 'stopped']).toContain(settled);
    expect(provider.requests).toEqual([]);
  });
});

test.each(['SIGINT', 'SIGTERM', 'closed pipe'] as const)(
  'RUN-3: a run of the offline describer is ended by: %s',
  async end => {
    await using cli = await freshCli();
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-offline-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const picture = await png(solid(400, 300, red));
    for (let number = 0; number < 80; number++)
      await writeFile(path.join(folder, `${number}.png`), Buffer.concat([picture, Buffer.from([number])]));
    const running = cli.start(['describe', folder]);
    await running.printed(/\n/);
    if (end === 'closed pipe') running.process.stdout?.destroy();
    else running.process.kill(end);
    const { code } = await running.ended;
    expect(code).toBe({ SIGINT: 130, SIGTERM: 143, 'closed pipe': 0 }[end]);
    // It let go of the run: the same command goes on.
    expect((await cli.run(['describe', folder])).code).toBe(0);
  },
);
