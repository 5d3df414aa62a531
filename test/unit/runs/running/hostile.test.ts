import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sleep } from '../../../../src/base/sleep.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { askPictureBy } from '../../../../src/runs/running/askPictureBy.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { askStructured } from '../../../../src/runs/running/askStructured.ts';
import { selfSigned } from '../../../support/provider/selfSigned.ts';
import {
  chatChunk,
  chatStream,
  data,
  eventStream,
  refusal,
  requestContent,
  startTestProvider,
  type RecordedRequest,
  type Reply,
} from '../../../support/testProvider.ts';
import {
  count,
  askTestProvider,
  differentPictures,
  jumpingClock,
  useRunFolders,
} from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

const failures = ({ rows }: RunRecord): string[] => rows.flatMap(({ failure }) => failure?.message ?? []);

/** Whether a request is about the picture that was asked about first. */
function firstPicture(): (request: RecordedRequest) => boolean {
  let first: string | undefined;
  return ({ body }) => {
    const [url] = requestContent(body).images;
    first ??= url;
    return url === first;
  };
}

test('a picture that a firewall forbids fails alone, and a run can get beyond it', async () => {
  const { run, record } = await runOn(await differentPictures(12), { most: () => 8 });
  const isIt = firstPicture();
  provider.script(request => (isIt(request) ? refusal(403, { message: 'Request blocked.' }) : undefined));
  expect(await run.start()).toBe('done');
  expect(failures(record)).toEqual([expect.stringContaining('Request blocked.')]);
  expect(count(record, 'described')).toBe(11);
});

test('where the next one is forbidden, too, the run stops: it is the key', async () => {
  const { run, record } = await runOn(await differentPictures(12), { most: () => 8 });
  provider.script(() => (provider.requests.length > 4 ? refusal(403, { message: 'No.' }) : undefined));
  expect(await run.start()).toBe('failed');
  expect(run.failure?.code).toBe('permissionDenied');
  expect(count(record, 'described')).toBe(4);
  // One, unless an answer comes in between.
  expect(count(record, 'failed')).toBeLessThanOrEqual(3);
  expect(count(record, 'open')).toBe(8 - count(record, 'failed'));
});

test('a picture that alone is refused for the pace, again and again, does not hold up the others', async () => {
  const { waits, ...clock } = jumpingClock();
  const { run, record } = await runOn(await differentPictures(30), { ...clock, most: () => 8 });
  const isIt = firstPicture();
  provider.script(request => (isIt(request) ? refusal(429, { message: 'Slow down.' }) : undefined));
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(29);
  expect(failures(record)).toEqual([expect.stringContaining('Slow down.')]);
  expect(waits.length).toBeLessThan(60);
});

test('a picture that is larger than a minute allows fails at once', async () => {
  const { run, record } = await runOn(await differentPictures(3), { most: () => 1 });
  const isIt = firstPicture();
  const message = 'Request too large for test-model: Limit 30000, Requested 45000.';
  provider.script(request => (isIt(request) ? refusal(429, { message }) : undefined));
  expect(await run.start()).toBe('done');
  expect(count(record, 'failed')).toBe(1);
  expect(provider.requests).toHaveLength(3);
});

const ended = (content: string, finish: string): Reply =>
  eventStream(data(chatChunk({ content }, finish)), data('[DONE]'));

test.each([
  ['cut by the length limit', ended('Half an', 'length')],
  ['refused in plain words', ended("I'm sorry, I can't assist with that.", 'stop')],
  ['nothing but thoughts', ended('<think>A cat?</think>', 'stop')],
])('where every answer is %s, not all of them are paid for', async (_, reply) => {
  const { run, record } = await runOn(await differentPictures(60), { most: () => 2 });
  provider.script(() => reply);
  expect(await run.start()).toBe('failed');
  expect(run.progress.message).toContain('in a row');
  expect(count(record, 'described')).toBe(0);
  expect(provider.requests.length).toBeLessThanOrEqual(31);
});

test('refusals among good answers are many failed rows, and no reason to stop', async () => {
  const { run, record } = await runOn(await differentPictures(60), { most: () => 2 });
  provider.script(() => (provider.requests.length % 3 === 0 ? undefined : ended('', 'content_filter')));
  expect(await run.start()).toBe('done');
  expect([count(record, 'described'), count(record, 'failed')]).toEqual([20, 40]);
});

test.each([
  ['an answer without a byte', { status: 200 }],
  ['a stream of comments', eventStream(': hello\n\n')],
  ['an error in a document', { body: { detail: 'Model is loading.' } }],
] satisfies [string, Reply][])('%s is tried again', async (_, reply) => {
  const { run, record } = await runOn(await differentPictures(2));
  provider.script(reply, reply);
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(2);
  expect(provider.requests).toHaveLength(4);
});

test('a server that is started anew for 20 seconds behind a gateway costs no picture', async () => {
  const clock = jumpingClock();
  const { run, record } = await runOn(await differentPictures(40), { ...clock, most: () => 8 });
  let until = Infinity;
  provider.script(() => {
    if (provider.requests.length === 12) until = clock.now() + 20_000;
    return clock.now() < until && until < Infinity
      ? { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><title>Bad Gateway</title>' }
      : undefined;
  });
  expect(await run.start()).toBe('done');
  expect(failures(record)).toEqual([]);
});

test('a server that is not there for 20 seconds costs no picture', async () => {
  const clock = jumpingClock();
  let server = await startTestProvider();
  const { port, url } = server;
  const begin = clock.now();
  let isDown = false;
  const { run, record } = await runOn(await differentPictures(40), {
    ...clock,
    most: () => 8,
    ask: askTestProvider(url),
    sleep: async milliseconds => {
      await clock.sleep(milliseconds);
      if (!isDown || clock.now() - begin < 20_000) return;
      isDown = false;
      server = await startTestProvider({ port });
    },
  });
  server.script(async () => {
    if (server.requests.length < 12 || isDown) return undefined;
    isDown = true;
    await server.close();
    return undefined;
  });
  expect(await run.start()).toBe('done');
  expect(failures(record)).toEqual([]);
  expect(count(record, 'described')).toBe(40);
  await server.close();
});

test('a certificate that is not trusted stops the run, and no picture fails', async () => {
  const secure = await startTestProvider({ tls: selfSigned });
  const { run, record } = await runOn(await differentPictures(5), { ask: askTestProvider(secure.url) });
  expect(await run.start()).toBe('failed');
  expect(run.failure?.code).toBe('certificate');
  expect(count(record, 'open')).toBe(5);
  await secure.close();
});

test.each(['1e999', '-1', '1.5e300'])(
  'an answer that is said to cost %s tokens is on the disk like any other',
  async tokens => {
    const { run, record, file } = await runOn(await differentPictures(2));
    const usage = `{"choices":[],"usage":{"prompt_tokens":${tokens},"completion_tokens":7}}`;
    provider.script(() =>
      eventStream(data(chatChunk({ content: 'A colour.' }, 'stop')), data(usage), data('[DONE]')),
    );
    expect(await run.start()).toBe('done');
    await record.close();
    const again = await openRunStore(path.join(path.dirname(file('')), 'state')).open(record.id);
    expect(count(again, 'described')).toBe(2);
    expect((await again.description(0))?.text).toBe('A colour.');
    expect(Number.isFinite(run.spent.usage.inputTokens)).toBe(true);
    await again.close();
  },
);

test('a cap holds where the provider counts no tokens, or says 0 of all', async () => {
  const { run, record } = await runOn(await differentPictures(40), {
    cap: { amount: 200, unit: 'tokens' },
  });
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  provider.script(() =>
    eventStream(data(chatChunk({ content: 'A colour. '.repeat(8) }, 'stop', { usage })), data('[DONE]')),
  );
  expect(await run.start()).toBe('capReached');
  expect(count(record, 'described')).toBeGreaterThan(2);
  expect(run.spent.usage.inputTokens + run.spent.usage.outputTokens).toBeLessThanOrEqual(200);
});

test('a cap reckons with answers that take two requests', async () => {
  const { run } = await runOn(await differentPictures(20), {
    ask: askStructured(askTestProvider(provider.url)),
    cap: { amount: 215, unit: 'tokens' },
    question: {
      schema: {
        name: 'colour',
        schema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
      },
    },
  });
  provider.script(() =>
    eventStream(...chatStream([provider.requests.length % 2 === 0 ? '{"colour":"red"}' : '{"color":1}'])),
  );
  expect(await run.start()).toBe('capReached');
  const { inputTokens, outputTokens } = run.spent.usage;
  // Of 38 tokens each.
  expect(inputTokens + outputTokens).toBe(190);
});

test('an answer that drips on and on ends with its row', async () => {
  const endless = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const drip = setInterval(() => response.write(': wait\n\n'), 5);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as { port: number };
  const { run, record } = await runOn(await differentPictures(1), {
    ask: askPictureBy(
      () => ({ label: 'Drip', baseURL: `http://127.0.0.1:${port}/v1`, api: 'chat.completions' }),
      { longestMs: 100 },
    ),
  });
  expect(await run.start()).toBe('done');
  expect(record.rows[0]?.failure).toMatchObject({ code: 'timeout' });
  await new Promise(resolve => endless.close(resolve));
});

test('an answer takes no time below zero where the clock was put back', async () => {
  let now = 1e12;
  const { run, record } = await runOn(await differentPictures(1), { now: () => now });
  provider.script(() => {
    now -= 3_600_000;
    return undefined;
  });
  await run.start();
  expect(record.rows[0]?.seconds).toBe(0);
});

test.each([NaN, -3, 0, 0.4])('a setting of %d at a time is one at a time', async most => {
  const { run, record } = await runOn(await differentPictures(3), { most: () => most });
  expect(await run.start()).toBe('done');
  expect(count(record, 'described')).toBe(3);
});

test('how many are asked at the same time follows the setting while the run works', async () => {
  let most = 4;
  const { run, record } = await runOn(await differentPictures(200), { most: () => most });
  provider.script(async () => {
    await sleep(15);
    return undefined;
  });
  const seen: [done: number, asking: number][] = [];
  run.onProgress(({ concurrency }) => {
    const done = count(record, 'described');
    most = done < 40 ? 4 : done < 120 ? 64 : 1;
    seen.push([done, concurrency]);
  });
  expect(await run.start()).toBe('done');
  const between = (from: number, to: number): number[] =>
    seen.flatMap(([done, asking]) => (done >= from && done < to ? [asking] : []));
  expect(Math.max(...between(0, 40))).toBeLessThanOrEqual(4);
  expect(Math.max(...between(41, 120))).toBeGreaterThan(4);
  // Those that were on their way are answered first.
  expect(Math.max(...between(190, 200))).toBeLessThanOrEqual(1);
});

test('a run that waits to try again is cancelled at once', async () => {
  const { run, record } = await runOn(await differentPictures(1), { sleep, now: Date.now });
  provider.script(() => refusal(500, { message: 'Out of order.' }));
  const running = run.start();
  await expect.poll(() => provider.requests.length).toBe(1);
  await expect.poll(() => run.progress.concurrency).toBe(0);
  run.cancel();
  expect(await running).toBe('cancelled');
  expect(count(record, 'open')).toBe(1);
  expect(provider.requests).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('a pipe in the place of a picture is a failed row', async () => {
  const { run, record, file } = await runOn(await differentPictures(6));
  for (const name of ['1.png', '2.png', '3.png', '4.png', '5.png']) {
    await rm(file(name));
    execFileSync('mkfifo', [file(name)]);
  }
  expect(await run.start()).toBe('done');
  expect([count(record, 'failed'), count(record, 'described')]).toEqual([5, 1]);
});
